import type { NewAccount } from '../accounts/accounts.ts'

/** The accounts of the demo; their codes arrive on the mail page. */
export const DEMO_ACCOUNTS: readonly NewAccount[] = [
  {
    email: 'customer@mogra.example',
    name: 'Ananya Deshpande',
    role: 'CUSTOMER',
    phone: '+91 98200 12345',
    city: 'mumbai',
  },
  { email: 'partner@mogra.example', name: 'Ravi Shinde', role: 'PARTNER', phone: '+91 98190 23456', city: 'mumbai' },
  { email: 'supplier@mogra.example', name: 'Meera Nair', role: 'SUPPLIER', phone: '+91 98670 34567', city: 'mumbai' },
  { email: 'admin@mogra.example', name: 'Kabir Malhotra', role: 'ADMIN', phone: '+91 99870 45678', city: 'mumbai' },
]
