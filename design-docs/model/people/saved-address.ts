import * as v from 'valibot'
import { defineOwn, type OwnDocument } from '../intents/define-own.ts'
import { Address } from '../orders/place-order.ts'

const fields = {
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  /** Absent after the address was removed. */
  address: v.optional(Address),
}
export type SavedAddress = OwnDocument<'address', typeof fields>

/** An address to which flowers were sent, saved by one device; after its removal only the key is left. */
export const savedAddress = defineOwn({
  type: 'address',
  idPrefix: 'address',
  subject: 'key',
  fields,
  isConsistent: ({ key, address }) => address === undefined || key === addressKey(address),
  merge,
})

/** Equal for the same address and person on every device: FNV-1a of 64 bits; ignores upper case and extra blanks. */
export function addressKey({ name, phone, address, city, pincode, landmark = '' }: Address): string {
  const texts = [name, phone, address, city, pincode, landmark]
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
  const last = new Map<string, SavedAddress>()
  for (const one of saved) {
    const other = last.get(one.key)
    if (!other || isLater(one, other)) last.set(one.key, one)
  }
  return [...last.values()]
    .sort((a, b) => (isLater(a, b) ? -1 : 1))
    .flatMap(({ key, address }) => (address ? [{ key, address }] : []))
}

// Of leaves with the same device and time, one with an address wins, then the greater spelling.
function isLater(a: SavedAddress, b: SavedAddress): boolean {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt > b.updatedAt
  if (a.device !== b.device) return a.device > b.device
  if (a.key !== b.key) return a.key > b.key
  return spelling(a) > spelling(b)
}

const spelling = ({ address }: SavedAddress) => (address ? JSON.stringify(Object.entries(address).sort()) : '')
