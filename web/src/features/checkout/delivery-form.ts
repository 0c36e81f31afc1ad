import * as v from 'valibot'
import { cityId, DELIVERY_WINDOWS, type DeliveryWindow, dayOf } from '#model'

/** Every rule says its code; the screen words it. */
const required = (code: string) => v.pipe(v.string(code), v.trim(), v.minLength(1, code))

export const DeliveryForm = v.object({
  name: v.pipe(required('name'), v.maxLength(200, 'long')),
  phone: v.pipe(required('phone'), v.maxLength(40, 'long')),
  address: v.pipe(required('address'), v.maxLength(1000, 'long')),
  city: v.pipe(v.string('city'), v.minLength(1, 'city'), cityId),
  pincode: v.pipe(required('pincode'), v.maxLength(20, 'long')),
  landmark: v.pipe(v.string(), v.trim(), v.maxLength(200, 'long')),
  deliveryOn: v.pipe(
    required('deliveryOn'),
    v.isoDate('deliveryOn'),
    v.check((day) => day >= dayOf(new Date()), 'past'),
  ),
  deliveryWindow: v.picklist(DELIVERY_WINDOWS),
})
export type DeliveryValues = v.InferOutput<typeof DeliveryForm>

/** What an earlier visit kept, as far as it is of the right kind. */
export function restoreDraft(kept: unknown, today: string, city: string): DeliveryValues {
  const texts = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  const text = (name: keyof DeliveryValues, otherwise = '') => {
    const value = texts[name]
    return typeof value === 'string' ? value : otherwise
  }
  const deliveryOn = text('deliveryOn', today)
  return {
    name: text('name'),
    phone: text('phone'),
    address: text('address'),
    city: text('city', city),
    pincode: text('pincode'),
    landmark: text('landmark'),
    deliveryOn: deliveryOn < today ? today : deliveryOn,
    deliveryWindow:
      DELIVERY_WINDOWS.find((window) => window === text('deliveryWindow')) ?? ('any' satisfies DeliveryWindow),
  }
}

/** Formats that look wrong; they advise and block nothing (design §8). */
export const looksLikePincode = (text: string) => /^[1-8]\d{2}\s?\d{3}$/.test(text.trim())
export const looksLikeMobile = (text: string) => /^(\+?91|0)?[6-9]\d{9}$/.test(text.replace(/[\s-]/g, ''))
