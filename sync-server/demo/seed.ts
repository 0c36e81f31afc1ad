import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import { samplePromos } from '../../design-docs/model/orders/promos/sample-promos.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Sweep } from '../core/sweep.ts'
import { DEMO_ACCOUNTS, DEMO_PROFILES } from './demo-accounts.ts'
import { writeDemoApplications } from './demo-applications.ts'
import { generateAccounts, type MadeUpPerson } from './generated/generate-accounts.ts'
import { generateBulkRequests } from './generated/generate-bulk-requests.ts'
import { generateConversations } from './generated/generate-conversations.ts'
import { generateDeliveries } from './generated/generate-deliveries.ts'
import { generateTickets } from './generated/generate-tickets.ts'
import { keepRequestOpen } from './open-request.ts'
import { payWaitingPayouts } from './pay-payouts.ts'
import { writeAccounts } from './write-accounts.ts'
import { writeBulkRequests } from './write-bulk-requests.ts'
import { writeCatalogue } from './write-catalogue.ts'
import { writeConversations } from './write-conversations.ts'
import { writeDeliveries } from './write-deliveries.ts'
import { writeTickets } from './write-tickets.ts'

const SEED = 1
const MADE_UP = { people: 40, tickets: 2, deliveries: 20, bulkRequests: 5 } as const

type Needs = Parameters<typeof writeDeliveries>[0] &
  Parameters<typeof writeTickets>[0] &
  Parameters<typeof writeBulkRequests>[0] &
  Parameters<typeof writeConversations>[0] &
  Parameters<typeof writeAccounts>[0] & { sweep: Pick<Sweep, 'sweepSoon'> }

type SeedNeeds = Parameters<typeof writeDemoApplications>[0] & { accounts: Accounts }

/** Writes the sample catalogue, accounts and applications at every start; what people changed stays unchanged. */
export async function seedDemo(needs: SeedNeeds): Promise<void> {
  const { couch, accounts } = needs
  await writeCatalogue(couch, { florists: SAMPLE_FLORISTS, flowers: SAMPLE_FLOWERS, promos: await samplePromos() })
  for (const person of DEMO_ACCOUNTS) {
    const made = await accounts.create({ ...person, verified: true })
    const profile = DEMO_PROFILES[person.email]
    if (made !== 'email_taken' && profile) await accounts.change(made.id, profile)
  }
  await writeDemoApplications(needs)
}

const emailOf = (wanted: string) => DEMO_ACCOUNTS.find(({ role }) => role === wanted)?.email ?? ''
const OTHERS = { customer: emailOf('CUSTOMER'), supplier: emailOf('SUPPLIER'), admin: emailOf('ADMIN') }

/**
 * Gives the demo's people something to look at: made-up people, messages to support, bulk requests, past deliveries with
 * what they earned, and conversations. A repeat does not write them again.
 */
export async function makeUpPeople(needs: Omit<Needs, 'sweep'>): Promise<void> {
  const madeUp = generateAccounts(MADE_UP.people, SEED)
  await writeAccounts(needs, madeUp)
  const people = { ...partnerAndCustomers(madeUp), ...OTHERS }
  await writeTickets(needs, people, generateTickets(MADE_UP.tickets, SEED))
  const requests = generateBulkRequests(MADE_UP.bulkRequests, SEED)
  await writeBulkRequests(needs, people, requests)
  const deliveries = generateDeliveries(MADE_UP.deliveries, SEED)
  await writeDeliveries(needs, people, deliveries)
  const about = {
    order: deliveries.find(({ isOfCustomer }) => isOfCustomer)?.id,
    request: requests.find(({ isOfCustomer, isInterested }) => isOfCustomer && isInterested)?.id,
  }
  await writeConversations(needs, people, about, generateConversations(SEED))
}

/** What goes on in a demo: the partner's city has an open request, and payouts are paid. For the holder of the lease. */
export async function keepDemoAlive(
  needs: Pick<Needs, 'couch' | 'accounts' | 'orderRecords' | 'payouts' | 'now' | 'sweep'>,
): Promise<void> {
  await keepRequestOpen(needs, partnerAndCustomers(generateAccounts(MADE_UP.people, SEED)))
  await payWaitingPayouts(needs.payouts, needs.now())
  needs.sweep.sweepSoon()
}

const partnerAndCustomers = (madeUp: readonly MadeUpPerson[]) => ({
  partner: emailOf('PARTNER'),
  customers: madeUp.filter(({ role }) => role === 'CUSTOMER').map(({ id }) => id),
})
