import type { NewAccount } from '../accounts/accounts.ts'

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
