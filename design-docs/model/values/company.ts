/** Contact details for all screens and mails. They use reserved names until the real ones are known. */
export const company = {
  name: { en: 'Mogra', hi: 'मोगरा' },
  email: 'support@mogra.example',
  legalEmail: 'legal@mogra.example',
  /** The address of the data protection officer. */
  privacyEmail: 'privacy@mogra.example',
  /** Numbers that begin with +91 22 1 are not assigned to anyone. */
  phone: '+91 22 1555 0100',
  whatsApp: '912215550100',
  /** No bank issues this handle, so a code that is scanned by mistake moves no money. */
  upiId: 'mogra@example',
} as const
