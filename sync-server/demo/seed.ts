import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import { samplePromos } from '../../design-docs/model/orders/promos/sample-promos.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Sweep } from '../core/sweep.ts'
import { DEMO_ACCOUNTS, DEMO_PROFILES } from './demo-accounts.ts'
import { writeDemoApplications } from './demo-applications.ts'
import { generateAccounts, type MadeUpPerson } from './generated/generate-accounts.ts'
import { generateBulkRequests } from './generated/generate-bulk-requests.ts'
import { generateDeliveries } from './generated/generate-deliveries.ts'
import { generateTickets } from './generated/generate-tickets.ts'
import { keepRequestOpen } from './open-request.ts'
import { payWaitingPayouts } from './pay-payouts.ts'
import { writeAccounts } from './write-accounts.ts'
import { writeBulkRequests } from './write-bulk-requests.ts'
import { writeCatalogue } from './write-catalogue.ts'
import { writeDeliveries } from './write-deliveries.ts'
import { writeTickets } from './write-tickets.ts'

const SEED = 1
const MADE_UP = { people: 40, tickets: 2, deliveries: 20, bulkRequests: 5 } as const

type Needs = Parameters<typeof writeDeliveries>[0] &
  Parameters<typeof writeTickets>[0] &
  Parameters<typeof writeBulkRequests>[0] &
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

/**
 * Gives the demo's admin, partner and supplier something to look at: people, messages to support, bulk requests, and
 * past deliveries with what they earned. A repeat does not write them again.
 */
export async function makeUpPeople(needs: Omit<Needs, 'sweep'>): Promise<void> {
  const madeUp = generateAccounts(MADE_UP.people, SEED)
  await writeAccounts(needs, madeUp)
  const people = { customer: emailOf('CUSTOMER'), admin: emailOf('ADMIN') }
  await writeTickets(needs, people, generateTickets(MADE_UP.tickets, SEED))
  const { customers } = partnerAndCustomers(madeUp)
  const asking = { customer: people.customer, supplier: emailOf('SUPPLIER'), customers }
  await writeBulkRequests(needs, asking, generateBulkRequests(MADE_UP.bulkRequests, SEED))
  await writeDeliveries(needs, partnerAndCustomers(madeUp), generateDeliveries(MADE_UP.deliveries, SEED))
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
