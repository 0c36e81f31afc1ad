import { CITIES, VEHICLE_TYPES } from '#model'
import type { AccountRecord } from '../../accounts/account-record.ts'
import type { UserRole } from '../../admin/users-index.ts'
import { seededRandom } from './seeded-random.ts'

export interface MadeUpPerson extends Pick<AccountRecord, 'standing' | 'vehicleType' | 'businessName'> {
  id: string
  email: string
  name: string
  phone?: string
  city?: string
  role: Exclude<UserRole, 'ADMIN'>
  createdAt: string
}

const FIRST = [
  ...['Aarav', 'Ananya', 'Arjun', 'Asha', 'Deepak', 'Divya', 'Farhan', 'Gauri', 'Harsh', 'Imran', 'Ishita', 'Kavya'],
  ...['Lakshmi', 'Manish', 'Meera', 'Mohan', 'Neha', 'Nikhil', 'Pooja', 'Priya', 'Rahul', 'Ravi', 'Sana', 'Sunita'],
  ...['Tenzin', 'Uma', 'Vikram', 'Yash', 'Zoya', 'अंजलि', 'अमित', 'काव्या', 'रोहित', 'सुनील', 'हर्ष'],
]
const LAST = [
  ...['Agarwal', 'Bhutia', 'Chauhan', 'Das', 'Deshpande', 'Fernandes', 'Gupta', 'Iyer', 'Joshi', 'Kapoor', 'Khan'],
  ...['Malhotra', 'Menon', 'Nair', 'Patel', 'Pillai', 'Rao', 'Rathore', 'Reddy', 'Shah', 'Sharma', 'Siddiqui', 'Singh'],
  ...['शर्मा', 'वर्मा', 'पटेल', 'यादव'],
]
const DAY_MS = 86_400_000
/** Made-up people joined in the two years before this day, so that a seed always gives the same people. */
const LAST_DAY = Date.parse('2026-11-01T00:00:00Z')
const DAYS = 730
/** Of a hundred people so many are partners, and so many suppliers. */
const SHARE = { partners: 5, suppliers: 2 }

/** Makes up people, the same for the same seed; a longer list begins with the shorter one. */
export function generateAccounts(count: number, seed: number): MadeUpPerson[] {
  const random = seededRandom(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  return Array.from({ length: count }, (_, n) => {
    const name = `${pick(FIRST)} ${pick(LAST)}`
    const percent = random() * 100
    const role =
      percent < SHARE.partners ? 'PARTNER' : percent < SHARE.partners + SHARE.suppliers ? 'SUPPLIER' : 'CUSTOMER'
    const phone = `+919${String(Math.floor(random() * 1e9)).padStart(9, '0')}`
    const city = pick(CITIES).id
    const hasContact = random() < 0.9
    const createdAt = new Date(LAST_DAY - Math.floor(random() * DAYS * DAY_MS)).toISOString()
    const id = `made-${seed}-${n}`
    return {
      ...{ id, email: `${id}@mogra.example`, name, role, createdAt, ...(hasContact && { phone, city }) },
      ...(role !== 'CUSTOMER' && { standing: 'approved' as const }),
      ...(role === 'PARTNER' && { vehicleType: VEHICLE_TYPES[n % VEHICLE_TYPES.length] }),
      ...(role === 'SUPPLIER' && { businessName: `${name.split(' ').at(-1)} Flowers` }),
    }
  })
}
