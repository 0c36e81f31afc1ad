import { type ApplicationDocument, applicationId, type SubmittedApplication } from '#model'
import type { StoredAccount } from '../accounts/account-record.ts'
import { HAPPENED, nameOf } from '../applications/application-record.ts'
import type { Applications } from '../applications/applications.ts'
import type { Kyc } from '../applications/kyc.ts'
import { formOf } from '../applications/read-submission.ts'
import type { Couch } from '../couch/couch.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Keys } from '../settings/keys.ts'
import { demoPdf, demoPicture } from './demo-documents.ts'
import { writeAccounts } from './write-accounts.ts'

type Submitted = SubmittedApplication & { email: string }

const PARTNER = {
  ...({ type: 'driver', language: 'en', city: 'mumbai', serviceRadius: 10, uploads: {} } as const),
  ...({ vehicleType: 'bike', experience: '1-3' } as const),
}

/** People who wait for an admin's decision: two who would deliver, and a business that lacks a document. */
const DEMO_APPLICATIONS: readonly { submitted: Submitted; documents: readonly ApplicationDocument[] }[] = [
  {
    submitted: {
      ...PARTNER,
      ...{ id: '01K0DEM0APP11CAT10NS000001', name: 'Faizan Qureshi', email: 'faizan@mogra.example' },
      ...{ phone: '+919820456781', emergencyContact: '+919820456782', vehicleNumber: 'MH 02 FX 4821' },
      ...{ languages: ['hindi', 'english', 'marathi'], licenseNumber: 'MH0220180034567' },
      ...{ aadharNumber: '4821 3975 0642', panNumber: 'BQZPS4821K' },
    },
    documents: ['license', 'aadhar', 'pan', 'vehicleRC', 'photo'],
  },
  {
    submitted: {
      ...PARTNER,
      ...{ id: '01K0DEM0APP11CAT10NS000002', name: 'Lakshmi Reddy', email: 'lakshmi@mogra.example', city: 'hyderabad' },
      ...{ phone: '+919848012345', emergencyContact: '+919848012346', vehicleNumber: '22 BH 4517 AA' },
      // The licence has a form of before 2007, so an admin should look at it.
      ...{ languages: ['telugu', 'english'], licenseNumber: 'AP/HYD/2004/7731' },
      ...{ aadharNumber: '7392 0481 5638', panNumber: 'CKDPR7316L' },
    },
    documents: ['license', 'aadhar', 'pan', 'vehicleRC', 'photo'],
  },
  {
    submitted: {
      ...({ type: 'wholesale_supplier', language: 'hi', uploads: {}, experience: '5-10' } as const),
      ...{ id: '01K0DEM0APP11CAT10NS000003', businessName: 'Gulab Traders', contactPerson: 'Harpreet Kaur' },
      ...{ email: 'harpreet@mogra.example', phone: '+919811098765', citiesServed: ['delhi', 'jaipur'] },
      address: 'Shop 14, Ghazipur Flower Market, Delhi 110096',
      ...{ gstNumber: '07AAKFG5092M1ZV', panNumber: 'AAKFG5092M' },
    },
    documents: ['gstCertificate', 'panCard'],
  },
]
/** They applied so long ago. Nothing is mailed about entries that are older than a week. */
const AGE_MS = 8 * 86_400_000

interface Needs {
  couch: Couch
  keys: Keys
  applications: Pick<Applications, 'kept'>
  kyc: Kyc
  feeds: Pick<Feeds, 'listedFor'>
  now: () => Date
}

/** Writes the demo's applications with their documents; those that exist stay as they are, decided or not. */
export async function writeDemoApplications({ couch, keys, applications, kyc, feeds, now }: Needs): Promise<void> {
  const { store } = applications.kept
  const hasFeed = (await feeds.listedFor({ role: 'ADMIN' })).length > 0
  const at = new Date(now().getTime() - AGE_MS).toISOString()
  for (const [n, { submitted, documents }] of DEMO_APPLICATIONS.entries()) {
    const { id: ulid, type, email, phone, language } = submitted
    const id = applicationId(ulid)
    if (await store.read(id)) continue
    const account = `applicant-${n + 1}`
    const form = formOf(submitted, keys)
    await writeAccounts({ couch, keys }, [
      { id: account, email, name: nameOf(form), phone, role: 'CUSTOMER', createdAt: at },
    ])
    let isActive = false
    await couch.db('accounts').update<StoredAccount>(`account:${account}`, (record) => {
      isActive = record?.status === 'active'
      return record?.status === 'active' && record.standing === undefined
        ? { ...record, language, application: ulid, standing: 'pending_verification' }
        : undefined
    })
    // An applicant who deleted the account does not apply again at the next start.
    if (!isActive) continue
    await Promise.all(documents.map((document, i) => kyc.put(ulid, document, { account, ...fileOf(document, n + i) })))
    const { doc } = await store.decide(id, { at }, () => ({
      what: HAPPENED.verified,
      content: {
        ...{ type: 'application', applicationType: type, state: 'pending_verification', at, account, email, phone },
        ...{ language, form, documents, fingerprint: '', isConfirmed: true },
      },
    }))
    // The first generation of the admins' feed will be filled from them, and nobody else is told.
    if (doc && !hasFeed) await store.markTold(doc)
  }
}

const fileOf = (document: ApplicationDocument, n: number) =>
  document === 'pan' || document === 'gstCertificate'
    ? ({ type: 'application/pdf', bytes: demoPdf(`Sample of a document: ${document}`) } as const)
    : ({ type: 'image/png', bytes: demoPicture(n) } as const)
