/** The contact data that a live service needs, as settings. */
export const LIVE_COMPANY = {
  SUPPORT_EMAIL: 'help@flowers.example',
  SUPPORT_PHONE: '+91 22 1555 0199',
  SUPPORT_WHATSAPP: '+91 22 1555 0198',
  LEGAL_EMAIL: 'law@flowers.example',
  PRIVACY_EMAIL: 'data@flowers.example',
  POSTAL_ADDRESS: '12 Hill Road, Mumbai 400050 | 12 हिल रोड, मुंबई 400050',
  UPI_ID: 'flowers@bank',
}
