import { company } from '#model'

/** A link to a WhatsApp chat with this text already typed. */
export const whatsAppLink = (text: string): string =>
  `https://wa.me/${company.whatsApp}?text=${encodeURIComponent(text)}`

export const phoneLink = `tel:${company.phone.replaceAll(' ', '')}`
