import * as v from 'valibot'
import { Address, formatPhone, Order, TAX_PERCENT } from '#model'
import { escapeLine, userLine } from '../templates/escape-user-text.ts'
import { defineMail } from './define-mail.ts'

export const orderConfirmation = defineMail({
  /** `trackingPath` is a path such as `/order-tracking/<ulid>`. A visitor's mail names the city alone. */
  parameters: v.strictObject({
    order: v.object({ ...Order.entries, address: v.partial(Address, ['name', 'phone', 'address', 'pincode']) }),
    customerName: userLine,
    trackingPath: v.string(),
  }),
  words: {
    en: {
      subject: (number: string) => `Your order ${number} is confirmed`,
      hello: (name: string) => `Hello ${name},`,
      thanks: 'Thank you. Your flowers are being taken care of.',
      subtotal: 'Subtotal',
      fee: 'Delivery',
      discount: (code: string) => `Discount (${code})`,
      tax: `Tax (${TAX_PERCENT}%)`,
      total: 'Total',
      address: 'Delivery address',
      on: 'Delivery date',
      windows: { any: 'any time', morning: 'morning', afternoon: 'afternoon', evening: 'evening' },
      substitution: 'If a flower is unavailable',
      substitutions: {
        call: 'We call you first',
        same_value: 'Another flower of the same value',
        refund: 'Left out, and its price returned',
      },
      track: 'Track your order',
    },
    hi: {
      subject: (number) => `आपका ऑर्डर ${number} पक्का हो गया है`,
      hello: (name) => `नमस्ते ${name},`,
      thanks: 'धन्यवाद। आपके फूलों की तैयारी शुरू है।',
      subtotal: 'फूलों की क़ीमत',
      fee: 'डिलीवरी',
      discount: (code) => `छूट (${code})`,
      tax: `कर (${TAX_PERCENT}%)`,
      total: 'कुल',
      address: 'डिलीवरी का पता',
      on: 'डिलीवरी की तारीख़',
      windows: { any: 'किसी भी समय', morning: 'सुबह', afternoon: 'दोपहर', evening: 'शाम' },
      substitution: 'अगर कोई फूल न मिले',
      substitutions: {
        call: 'पहले आपको फ़ोन करेंगे',
        same_value: 'उसी दाम का दूसरा फूल',
        refund: 'उसे छोड़ दें और उसके पैसे लौटाएँ',
      },
      track: 'ऑर्डर ट्रैक करें',
    },
  },
  letter(words, { order, customerName, trackingPath }, { language, rupees, day, city, link }) {
    const { address } = order
    const place = [
      ...[address.name, address.address, address.landmark],
      ...[`${city(address.city)} ${address.pincode ?? ''}`.trim(), address.phone && formatPhone(address.phone)],
    ]
    return {
      subject: words.subject(order.number),
      parts: [
        { paragraph: words.hello(customerName) },
        { paragraph: words.thanks },
        {
          table: [
            ...order.lines.map(
              ({ quantity, name, priceRupees }) =>
                [`${quantity} × ${escapeLine(name[language])}`, rupees(priceRupees * quantity)] as const,
            ),
            [words.subtotal, rupees(order.subtotalRupees)],
            [words.fee, rupees(order.deliveryFeeRupees)],
            ...(order.discountRupees === undefined
              ? []
              : [[words.discount(order.promoCode ?? ''), `−${rupees(order.discountRupees)}`] as const]),
            [words.tax, rupees(order.taxRupees)],
            [words.total, rupees(order.totalRupees)],
          ],
        },
        { lines: { label: words.on, lines: [`${day(order.deliveryOn)}, ${words.windows[order.deliveryWindow]}`] } },
        { lines: { label: words.address, lines: place.flatMap((line) => (line ? escapeLine(line) : [])) } },
        ...(order.substitution
          ? [{ lines: { label: words.substitution, lines: [words.substitutions[order.substitution]] } }]
          : []),
        { button: { label: words.track, href: link(trackingPath) } },
      ],
    }
  },
})
