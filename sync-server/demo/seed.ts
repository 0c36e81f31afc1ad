import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import { samplePromos } from '../../design-docs/model/orders/promos/sample-promos.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { DEMO_ACCOUNTS, DEMO_PROFILES } from './demo-accounts.ts'
import { writeDemoApplications } from './demo-applications.ts'
import { writeCatalogue } from './write-catalogue.ts'

type Needs = Parameters<typeof writeDemoApplications>[0] & { accounts: Accounts }

/** Writes the sample catalogue, accounts and applications at every start; what people changed stays unchanged. */
export async function seedDemo(needs: Needs): Promise<void> {
  const { couch, accounts } = needs
  await writeCatalogue(couch, { florists: SAMPLE_FLORISTS, flowers: SAMPLE_FLOWERS, promos: await samplePromos() })
  for (const person of DEMO_ACCOUNTS) {
    const made = await accounts.create({ ...person, verified: true })
    const profile = DEMO_PROFILES[person.email]
    if (made !== 'email_taken' && profile) await accounts.change(made.id, profile)
  }
  await writeDemoApplications(needs)
}
