import type { AccountChange, NewAccount } from '../accounts/accounts.ts'

/** The accounts of the demo; their codes arrive on the mail page. */
export const DEMO_ACCOUNTS: readonly NewAccount[] = [
  {
    email: 'customer@mogra.example',
    name: 'Ananya Deshpande',
    role: 'CUSTOMER',
    phone: '+919820012345',
    city: 'mumbai',
  },
  { email: 'partner@mogra.example', name: 'Ravi Shinde', role: 'PARTNER', phone: '+919819023456', city: 'mumbai' },
  { email: 'supplier@mogra.example', name: 'Meera Nair', role: 'SUPPLIER', phone: '+919867034567', city: 'mumbai' },
  { email: 'admin@mogra.example', name: 'Kabir Malhotra', role: 'ADMIN', phone: '+919987045678', city: 'mumbai' },
]

/** What the demo's partner and supplier have in their profiles from the beginning. */
export const DEMO_PROFILES: Readonly<Record<string, AccountChange>> = {
  'partner@mogra.example': {
    ...({ standing: 'approved', vehicleType: 'bike', vehicleNumber: 'MH 02 EQ 7719', serviceRadius: 10 } as const),
    ...{ languages: ['hindi', 'english'], emergencyContact: '+919819023457', emailNotices: true, autoAccept: false },
  },
  'supplier@mogra.example': {
    ...({ standing: 'approved', businessName: 'Nair Flowers', contactPerson: 'Meera Nair' } as const),
    ...{ address: 'Shop 8, Dadar Flower Market, Mumbai 400028', citiesServed: ['mumbai', 'pune'], emailNotices: true },
  },
}
