import type { ContactData } from '#model'

/** A link to a WhatsApp chat with this text already typed. */
export const whatsAppLink = ({ whatsApp }: ContactData, text: string): string =>
  `https://wa.me/${whatsApp}?text=${encodeURIComponent(text)}`

export const phoneLink = ({ supportPhone }: ContactData): string => `tel:${supportPhone.replace(/[^0-9+]/g, '')}`
