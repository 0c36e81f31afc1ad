import { isDeepStrictEqual } from 'node:util'
import { COMPANY_ID, type Company, type ContactData } from '#model'
import type { Couch } from '../couch/couch.ts'

/** Puts the contact data into the catalogue, from where every device has it offline, without a new build of the app. */
export async function publishCompany({ couch, company }: { couch: Couch; company: ContactData }): Promise<void> {
  await couch.db('catalogue').update<Company>(COMPANY_ID, (before) => {
    const wanted: Company = { _id: COMPANY_ID, type: 'company', ...company }
    return before && isDeepStrictEqual({ ...before, _rev: undefined }, { ...wanted, _rev: undefined })
      ? undefined
      : wanted
  })
}
