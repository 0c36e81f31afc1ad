/** How people reach us, on every screen and in every mail. Reserved names until the real ones are known. */
export const company = {
  name: { en: 'Mogra', hi: 'मोगरा' },
  email: 'support@mogra.example',
  legalEmail: 'legal@mogra.example',
  /** Of the data protection officer. */
  privacyEmail: 'privacy@mogra.example',
  /** +91 22 1… is assigned to nobody. */
  phone: '+91 22 1555 0100',
  whatsApp: '912215550100',
  /** No bank gives out this handle: what is scanned by mistake moves no money. */
  upiId: 'mogra@example',
} as const
