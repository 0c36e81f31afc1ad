import { company } from '#model'

/** A chat with the text typed already. */
export const whatsAppLink = (text: string): string =>
  `https://wa.me/${company.whatsApp}?text=${encodeURIComponent(text)}`

export const phoneLink = `tel:${company.phone.replaceAll(' ', '')}`
