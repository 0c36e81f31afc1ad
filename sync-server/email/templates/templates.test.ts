import { expect, test } from 'vitest'
import type { Order } from '#model'
import { company } from '#model'
import { loginCodeMail } from './login-code.ts'
import { escapeHtml, html } from './markup.ts'
import { orderConfirmationMail } from './order-confirmation.ts'

const EVIL = `"><script>alert('x')</script>&`

const order: Order = {
  _id: 'order:01HF00000000000000000000AB',
  type: 'order',
  version: 1,
  number: 'FLR1763700000000ABC',
  status: 'confirmed',
  lines: [
    {
      flower: 'red-roses',
      quantity: 2,
      consumes: {},
      name: { en: `Red Roses ${EVIL}`, hi: 'लाल गुलाब' },
      image: 'red-roses',
      alt: { en: 'Roses', hi: 'गुलाब' },
      floristName: { en: 'Petal Lane', hi: 'पेटल लेन' },
      priceRupees: 61_728,
    },
  ],
  subtotalRupees: 123_456,
  deliveryFeeRupees: 50,
  taxRupees: 6173,
  totalRupees: 129_679,
  address: {
    name: `Asha ${EVIL}`,
    phone: '+91 98200 00000',
    address: `12 Hill Road\nBandra`,
    city: 'mumbai',
    pincode: '400050',
  },
  deliveryOn: '2026-11-22',
  deliveryWindow: 'evening',
  paymentMethod: 'upi',
  placedAt: '2026-11-21T06:00:00.000Z',
  confirmedAt: '2026-11-21T06:00:01.000Z',
  estimatedAt: '2026-11-21T09:00:01.000Z',
  timeline: [],
}
const confirmation = {
  order,
  customerName: EVIL,
  trackingUrl: 'http://localhost:3000/#/order-tracking/01HF',
  year: 2026,
}

test('whatever people type arrives as text', () => {
  expect(escapeHtml(EVIL)).toBe('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;')
  expect(html`<p title="${EVIL}">${[html`<b>${1}</b>`]}</p>`.text).toBe(`<p title="${escapeHtml(EVIL)}"><b>1</b></p>`)
  for (const mail of [
    loginCodeMail('en', { name: EVIL, code: '123456', year: 2026 }),
    orderConfirmationMail('en', confirmation),
  ])
    expect(mail.html).not.toContain('<script')
})

test('a sign-in mail holds its code once in text and in HTML, in both languages', () => {
  for (const language of ['en', 'hi'] as const) {
    const mail = loginCodeMail(language, { name: 'Asha', code: '123456', year: 2026 })
    expect(mail.text.match(/\d{6}/g)).toEqual(['123456'])
    expect(mail.html.match(/\b\d{6}\b/g)).toEqual(['123456'])
    expect(mail.html).toContain(`<html lang="${language}">`)
  }
})

test('a confirmation says what, how much, where, when, and how to follow it', () => {
  const { subject, text } = orderConfirmationMail('en', confirmation)
  expect(subject).toBe('Your order FLR1763700000000ABC is confirmed')
  expect(text).toContain('2 × Red Roses')
  expect(text).toContain('Total: ₹1,29,679')
  expect(text).toContain('Tax (5%): ₹6,173')
  expect(text).toContain('12 Hill Road Bandra')
  expect(text).toContain('Mumbai 400050')
  expect(text).toContain('22 November 2026')
  expect(text).toContain('evening')
  expect(text).toContain('http://localhost:3000/#/order-tracking/01HF')
})

test('a Hindi confirmation is in Hindi', () => {
  const { subject, text } = orderConfirmationMail('hi', confirmation)
  expect(subject).toContain('पक्का')
  expect(text).toContain('लाल गुलाब')
  expect(text).toContain('मुंबई')
  expect(text).toContain('₹1,29,679')
})

test('every mail names the company, its support address and telephone, and the year', () => {
  for (const [language, mail] of [
    ['hi', loginCodeMail('hi', { name: 'Asha', code: '123456', year: 2026 })],
    ['en', orderConfirmationMail('en', confirmation)],
  ] as const)
    for (const part of [mail.text, mail.html])
      for (const word of [company.name[language], company.email, company.phone, '2026']) expect(part).toContain(word)
})
