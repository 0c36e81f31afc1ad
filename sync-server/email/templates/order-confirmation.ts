import { findCity, type Order } from '#model'
import type { Language } from '../../accounts/accounts.ts'
import { layout, type Rendered } from './layout.ts'
import { html } from './markup.ts'

const WORDS = {
  en: {
    subject: (number: string) => `Your order ${number} is confirmed`,
    hello: (name: string) => `Hello ${name},`,
    thanks: 'Thank you. Your flowers are being taken care of.',
    number: 'Order',
    items: 'Flowers',
    subtotal: 'Subtotal',
    fee: 'Delivery',
    tax: 'Tax (5%)',
    total: 'Total',
    address: 'Delivery address',
    on: 'Delivery date',
    windows: { any: 'any time', morning: 'morning', afternoon: 'afternoon', evening: 'evening' },
    track: 'Track your order',
  },
  hi: {
    subject: (number: string) => `आपका ऑर्डर ${number} पक्का हो गया है`,
    hello: (name: string) => `नमस्ते ${name},`,
    thanks: 'धन्यवाद। आपके फूलों की तैयारी शुरू है।',
    number: 'ऑर्डर',
    items: 'फूल',
    subtotal: 'उप-योग',
    fee: 'डिलीवरी',
    tax: 'कर (5%)',
    total: 'कुल',
    address: 'डिलीवरी का पता',
    on: 'डिलीवरी की तारीख',
    windows: { any: 'किसी भी समय', morning: 'सुबह', afternoon: 'दोपहर', evening: 'शाम' },
    track: 'ऑर्डर ट्रैक करें',
  },
} as const

export interface OrderConfirmation {
  order: Order
  customerName: string
  /** Complete address of the tracking page. */
  trackingUrl: string
  year: number
}

export function orderConfirmationMail(language: Language, data: OrderConfirmation): Rendered {
  const { order, customerName, trackingUrl, year } = data
  const words = WORDS[language]
  const locale = `${language}-IN`
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'Asia/Kolkata' })
  // Noon in India: the calendar day is the same whatever the formatter does.
  const on = `${date.format(new Date(`${order.deliveryOn}T12:00:00+05:30`))}, ${words.windows[order.deliveryWindow]}`
  const { address } = order
  const city = findCity(address.city)?.name[language] ?? address.city
  const place = [address.name, address.address, address.landmark, `${city} ${address.pincode}`, address.phone]
    .filter((line): line is string => Boolean(line))
    .map((line) => line.replace(/\s+/g, ' '))
  const items = order.lines.map((line) => ({
    what: `${line.quantity} × ${line.name[language]}`,
    sum: money.format(line.priceRupees * line.quantity),
  }))
  const sums: [string, string][] = [
    [words.subtotal, money.format(order.subtotalRupees)],
    [words.fee, money.format(order.deliveryFeeRupees)],
    [words.tax, money.format(order.taxRupees)],
    [words.total, money.format(order.totalRupees)],
  ]
  const subject = words.subject(order.number)
  return layout({
    language,
    subject,
    heading: subject,
    year,
    text: [
      words.hello(customerName),
      words.thanks,
      '',
      `${words.items}:`,
      ...items.map(({ what, sum }) => `  ${what}: ${sum}`),
      ...sums.map(([label, sum]) => `${label}: ${sum}`),
      '',
      `${words.on}: ${on}`,
      `${words.address}:`,
      ...place.map((line) => `  ${line}`),
      '',
      `${words.track}: ${trackingUrl}`,
    ],
    body: html`<p>${words.hello(customerName)}</p>
<p>${words.thanks}</p>
<p style="color:#48574d">${words.number} <strong>${order.number}</strong></p>
<table width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid #e2d8c2">
${items.map(({ what, sum }) => html`<tr><td style="padding:6px 0">${what}</td><td align="right">${sum}</td></tr>`)}
${sums.map(([label, sum]) => html`<tr style="color:#48574d"><td>${label}</td><td align="right">${sum}</td></tr>`)}
</table>
<p><strong>${words.on}</strong><br>${on}</p>
<p><strong>${words.address}</strong><br>${place.map((line) => html`${line}<br>`)}</p>
<p><a href="${trackingUrl}" style="display:inline-block;padding:12px 20px;background:#14573b;color:#fffdf5;border-radius:6px;text-decoration:none">${words.track}</a></p>`,
  })
}
