/** How to reach us. Reserved names and an unassignable number until the real ones are known. */
export const contact = {
  email: 'hello@mogra.example',
  phone: '+91 22 1555 0100',
  whatsApp: '912215550100',
} as const

/** A chat with the text typed already. */
export const whatsAppLink = (text: string): string =>
  `https://wa.me/${contact.whatsApp}?text=${encodeURIComponent(text)}`

export const phoneLink = `tel:${contact.phone.replaceAll(' ', '')}`
