import { ulidOf } from '#model'
import { removeTold } from '../core/remove-told.ts'
import type { Couch } from '../couch/couch.ts'
import type { DeletedAccount, ExportedPerson, PersonalRecords } from '../personal-data/personal-data.ts'
import type { ApplicationRecord } from './application-record.ts'
import type { Applications } from './applications.ts'
import type { Kyc } from './kyc.ts'

interface Needs {
  couch: Couch
  applications: Applications
  kyc: Kyc
}

const ACCOUNTS_OWN = 'An application belongs to an account from its beginning: a visitor’s makes one.'
const NO_DELIVERY = 'No delivery depends on it, and a visitor has none.'

/** Applications, the documents that belong to them, and bank accounts. */
export function applicationsPersonalData({ couch, applications, kyc }: Needs): PersonalRecords[] {
  const store = couch.db('applications')

  /** The index may lag: an application whose e-mail address was corrected belongs to another account by now. */
  async function applicationsOf({ account, adopted }: Pick<DeletedAccount, 'account' | 'adopted'> | ExportedPerson) {
    const ids = [account, ...adopted]
    const found = await Promise.all((await applications.of(ids)).map(({ _id }) => applications.get(_id)))
    return found.flatMap((one) => (one && ids.includes(one.account) ? [one] : []))
  }

  async function removeNumbers(deleted: DeletedAccount) {
    for (const { _id } of await applicationsOf(deleted)) await kyc.remove(ulidOf(_id))
    await kyc.removeBank(deleted.account)
  }

  /**
   * The first pass only empties them, so that the admins' row is closed, and the second pass finds their documents. The
   * second pass fails, and is repeated, until the row is closed.
   */
  async function removeApplications(deleted: DeletedAccount) {
    const ids = (await applicationsOf(deleted)).map(({ _id }) => _id)
    for (const id of ids) await applications.erase(id)
    if (deleted.clearedAt !== undefined) await removeTold(ids, store)
  }

  return [
    {
      database: 'kyc',
      ids: ['kyc:', 'bank:'],
      handOver: ACCOUNTS_OWN,
      erase: { name: 'remove documents and bank account', erase: removeNumbers },
      awaitedUntil: NO_DELIVERY,
      exported: {
        name: 'documents',
        async read(person) {
          const lists = (await applicationsOf(person)).map(({ _id }) => kyc.list(ulidOf(_id)))
          const bank = await kyc.bankOf(person.account)
          return {
            files: (await Promise.all(lists)).flat(),
            // The file may be opened on any computer: the whole number is in the person's own papers.
            ...(bank && { bankAccountEnds: bank.number.slice(-4), ifsc: bank.ifsc }),
          }
        },
      },
    },
    {
      database: 'applications',
      ids: ['application:'],
      handOver: ACCOUNTS_OWN,
      erase: { name: 'remove applications', erase: removeApplications },
      awaitedUntil: NO_DELIVERY,
      exported: {
        name: 'applications',
        read: async (person) => (await applicationsOf(person)).map(applicationAsExported),
      },
    },
  ]
}

function applicationAsExported({ _id, account, state, at, email, phone, form, decision }: ApplicationRecord) {
  const common = {
    ...{ application: ulidOf(_id), account, state, at, email, phone },
    ...{ decision: decision?.decision, decidedAt: decision?.at, reason: decision?.reason },
  }
  if (!form) return common
  if (form.type === 'driver') {
    const { type, name, city, vehicleType, vehicleNumber, languages, serviceRadius, emergencyContact } = form
    const { experience, licenseNumber, panNumber, aadhaarEnds } = form
    return {
      ...{ ...common, type, name, city, vehicleType, vehicleNumber, languages, serviceRadius, emergencyContact },
      ...{ experience, licenseNumber, panNumber, aadhaarEnds },
    }
  }
  const { type, businessName, contactPerson, address, citiesServed, gstNumber, panNumber } = form
  const { businessLicense, experience } = form
  return {
    ...{ ...common, type, businessName, contactPerson, address, citiesServed, gstNumber, panNumber },
    ...{ businessLicense, experience },
  }
}
