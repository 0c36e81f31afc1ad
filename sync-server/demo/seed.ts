import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import { samplePromos } from '../../design-docs/model/orders/promos/sample-promos.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import type { Keys } from '../settings/keys.ts'
import type { Tickets } from '../support/tickets.ts'
import { DEMO_ACCOUNTS, DEMO_PROFILES } from './demo-accounts.ts'
import { writeDemoApplications } from './demo-applications.ts'
import { generateAccounts } from './generated/generate-accounts.ts'
import { generateTickets } from './generated/generate-tickets.ts'
import { writeAccounts } from './write-accounts.ts'
import { writeCatalogue } from './write-catalogue.ts'
import { writeTickets } from './write-tickets.ts'

const SEED = 1
const MADE_UP = { people: 40, tickets: 2 } as const

interface Needs {
  couch: Couch
  keys: Keys
  accounts: Accounts
  tickets: Tickets
  now: () => Date
}

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

/** Gives the demo's admin something to look at: people and messages to support, which a repeat does not write again. */
export async function makeUpPeople(needs: Needs): Promise<void> {
  await writeAccounts(needs, generateAccounts(MADE_UP.people, SEED))
  const emailOf = (wanted: string) => DEMO_ACCOUNTS.find(({ role }) => role === wanted)?.email ?? ''
  const people = { customer: emailOf('CUSTOMER'), admin: emailOf('ADMIN') }
  await writeTickets(needs, people, generateTickets(MADE_UP.tickets, SEED))
}
