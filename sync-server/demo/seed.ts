import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import { samplePromos } from '../../design-docs/model/orders/promos/sample-promos.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { writeCatalogue } from './write-catalogue.ts'

/** Writes the sample catalogue and accounts at every start; existing accounts stay unchanged. */
export async function seedDemo({ couch, accounts }: { couch: Couch; accounts: Accounts }): Promise<void> {
  await writeCatalogue(couch, { florists: SAMPLE_FLORISTS, flowers: SAMPLE_FLOWERS, promos: await samplePromos() })
  for (const person of DEMO_ACCOUNTS) await accounts.create({ ...person, verified: true })
}
