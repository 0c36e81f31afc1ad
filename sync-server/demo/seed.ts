import { isDeepStrictEqual } from 'node:util'
import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../design-docs/model/sample-catalogue.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { DEMO_PEOPLE } from './people.ts'

/** The sample catalogue and people; again at every start, and what is there already stays untouched. */
export async function seedDemo({ couch, accounts }: { couch: Couch; accounts: Accounts }): Promise<void> {
  await seedCatalogue(couch)
  for (const person of DEMO_PEOPLE) await accounts.create({ ...person, verified: true })
}

async function seedCatalogue(couch: Couch) {
  const catalogue = couch.db('catalogue')
  const wanted = [...SAMPLE_FLORISTS, ...SAMPLE_FLOWERS]
  const there = await catalogue.many<Stored>(wanted.map((doc) => doc._id))
  for (const [i, doc] of wanted.entries()) {
    const before = there[i]
    // Every rewrite would travel to every device.
    if (before && isDeepStrictEqual({ ...before, _rev: undefined }, { ...doc, _rev: undefined })) continue
    await catalogue.put({ ...doc, _rev: before?._rev })
  }
}
