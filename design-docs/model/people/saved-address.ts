import * as v from 'valibot'
import { defineOwn, type OwnDocument } from '../intents/define-own.ts'
import { Address } from '../orders/place-order.ts'
import { toAsciiDigits } from '../values/digits.ts'
import { normalisePhone, normalisePincode } from '../values/phone.ts'
import { withoutUnseen } from '../values/visible-text.ts'

const fields = {
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  /**
   * The address as it was stored, because its key may belong to that notation. Absent after the address was removed.
   */
  address: v.optional(v.custom<Address>((address) => v.is(Address, address))),
}
export type SavedAddress = OwnDocument<'address', typeof fields>

/** An address to which flowers were sent, saved by one device; after its removal only the key is left. */
export const savedAddress = defineOwn({
  type: 'address',
  idPrefix: 'address',
  subject: 'key',
  fields,
  isConsistent: ({ key, address }) => !address || key === addressKey(address) || key === earlierKey(address),
  merge,
})

/** Equal for the same address and person on every device, in whatever notation and script the numbers were typed. */
export function addressKey({ name, phone, address, city, pincode, landmark = '' }: Address): string {
  const bare = (text: string) => toAsciiDigits(withoutUnseen(text.normalize('NFKC')))
  return keyOf([bare(name), normalisePhone(phone), bare(address), city, normalisePincode(pincode), bare(landmark)])
}

/** The key in documents of earlier versions, which did not normalise numbers. */
const earlierKey = ({ name, phone, address, city, pincode, landmark = '' }: Address): string =>
  keyOf([name, phone, address, city, pincode, landmark])

/** FNV-1a of 64 bits; ignores upper case and extra blanks. */
function keyOf(texts: readonly string[]): string {
  const content = texts.map((text) => text.trim().toLowerCase().replace(/\s+/g, ' ')).join('\n')
  let hash = 0xcbf29ce484222325n
  for (let i = 0; i < content.length; i += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(content.charCodeAt(i))) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}

export interface RememberedAddress {
  key: string
  address: Address
}

/** Returns the saved addresses, the last used one first; for each, the last writer by (time, device) wins. */
function merge(saved: readonly SavedAddress[]): RememberedAddress[] {
  // A removed address has only its key, which may be the key of an earlier version.
  const placeOf = new Map(saved.flatMap(({ key, address }) => (address ? [[key, addressKey(address)] as const] : [])))
  const last = new Map<string, SavedAddress>()
  for (const one of saved) {
    const place = placeOf.get(one.key) ?? one.key
    const other = last.get(place)
    if (!other || isLater(one, other)) last.set(place, one)
  }
  return [...last]
    .sort(([, a], [, b]) => (isLater(a, b) ? -1 : 1))
    .flatMap(([key, { address }]) => (address ? [{ key, address }] : []))
}

// Of leaves with the same device and time, one with an address wins, then the greater spelling.
function isLater(a: SavedAddress, b: SavedAddress): boolean {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt > b.updatedAt
  if (a.device !== b.device) return a.device > b.device
  if (a.key !== b.key) return a.key > b.key
  return spelling(a) > spelling(b)
}

const spelling = ({ address }: SavedAddress) => (address ? JSON.stringify(Object.entries(address).sort()) : '')
