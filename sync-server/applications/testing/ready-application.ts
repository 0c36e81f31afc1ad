import { ulid } from 'ulid'
import { type ApplicationDocument, type ApplicationType, applicationId, DOCUMENTS } from '#model'
import type { StoredAccount } from '../../accounts/account-record.ts'
import type { Services } from '../../services.ts'
import { type ApplicationRecord, type DriverForm, HAPPENED, type SupplierForm } from '../application-record.ts'

const DRIVER = {
  ...({ type: 'driver', name: 'Asha Rathore', city: 'jaipur', vehicleType: 'bike', serviceRadius: 10 } as const),
  ...{ vehicleNumber: 'RJ14AB1234', languages: [], emergencyContact: '+919829011421' },
  ...{ licenseNumber: 'RJ1420180034567', panNumber: 'BQZPS4821K', aadhaarEnds: '0642', isAadhaarWellFormed: true },
} as const satisfies Omit<DriverForm, 'aadhaarHash'>
const SUPPLIER: SupplierForm = {
  ...({ type: 'wholesale_supplier', businessName: 'Gulab Traders', contactPerson: 'Asha Rathore' } as const),
  ...{ address: '14 Johari Bazaar, Jaipur', citiesServed: ['jaipur', 'delhi'] },
  ...{ gstNumber: '07AAKFG5092M1ZV', panNumber: 'AAKFG5092M', businessLicense: 'L-77' },
}
const PICTURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

export interface Ready {
  ulid: string
  id: string
  version: number
}

interface Wanted {
  type?: ApplicationType
  form?: Partial<DriverForm> | Partial<SupplierForm>
  /** Default: all that there are. */
  documents?: readonly ApplicationDocument[]
}

/** Writes an application that waits for a decision, as if this account's owner had just verified the e-mail. */
export async function readyApplication(
  { applications, couch, kyc, now }: Pick<Services, 'applications' | 'couch' | 'kyc' | 'now'>,
  { id: account, email = 'asha@mogra.example' }: { id: string; email?: string },
  { type = 'driver', form = {}, documents = DOCUMENTS[type].all }: Wanted = {},
): Promise<Ready> {
  const one = ulid(now().getTime())
  const at = now().toISOString()
  await couch
    .db('accounts')
    .update<StoredAccount>(`account:${account}`, (record) =>
      record?.status === 'active' ? { ...record, application: one, standing: 'pending_verification' } : undefined,
    )
  for (const document of documents) await kyc.put(one, document, { account, type: 'image/png', bytes: PICTURE })
  const filled = type === 'driver' ? { ...DRIVER, aadhaarHash: `hash of ${one}`, ...form } : { ...SUPPLIER, ...form }
  const decided = await applications.kept.store.decide(applicationId(one), { at }, () => ({
    what: HAPPENED.verified,
    content: {
      ...{ type: 'application', applicationType: type, state: 'pending_verification', at, account, email },
      ...{ phone: '+919829011420', language: 'en', form: filled as ApplicationRecord['form'] & object },
      ...{ documents, fingerprint: one, isConfirmed: true },
    },
  }))
  if ('refused' in decided) throw new Error('nothing is refused here')
  return { ulid: one, id: decided.doc._id, version: decided.doc.version }
}
