import { isIPv6 } from 'node:net'
import { KEPT_FOR } from '#model'
import { problem } from './problem.ts'

/** Counts requests by their address, in memory: it slows down trying many e-mails and keeps no record. */
export interface AddressLimits {
  /** Counts one request; throws `429 too_many_requests`. */
  count(kind: keyof typeof LIMITS, address: string): void
  /** Takes back a request that was counted before it was checked and turned out to be valid. */
  takeBack(kind: keyof typeof LIMITS, address: string): void
}

// Generous, because whole neighbourhoods share one address behind an Indian mobile network.
const LIMITS = {
  sign_in: { most: 600, spanMs: 60_000 },
  unknown_email: { most: 60, spanMs: 600_000 },
  wrong_password: { most: 60, spanMs: 600_000 },
  /** Each one sends a mail to a person who may not have asked for it. */
  registration: { most: 60, spanMs: 600_000 },
  /** Each one reads a whole mailbox. */
  export: { most: 30, spanMs: 600_000 },
  /** Each one writes a document. */
  social_sign_in: { most: 120, spanMs: 600_000 },
  visitor: { most: 60, spanMs: 600_000 },
  test_mail: { most: 60, spanMs: 600_000 },
  /** Each one may take 5 MB. This is the longest time that an address is counted. */
  upload: { most: 400, spanMs: KEPT_FOR.uploadAddressHours * 3_600_000 },
  /** All others are counted for this long at most. */
  support_mail: { most: 40, spanMs: KEPT_FOR.addressMinutes * 60_000 },
} as const

const ADDRESSES_AT_MOST = 50_000

export function openAddressLimits(now: () => Date): AddressLimits {
  const counts = new Map<string, { n: number; until: number }>()

  function check(kind: keyof typeof LIMITS, address: string) {
    const counted = counts.get(`${kind} ${addressGroup(address)}`)
    const left = (counted?.until ?? 0) - now().getTime()
    if (!counted || left <= 0 || counted.n < LIMITS[kind].most) return
    throw problem(429, 'too_many_requests', { retryAfterSeconds: Math.ceil(left / 1000) })
  }

  return {
    count(kind, address) {
      check(kind, address)
      const at = now().getTime()
      const key = `${kind} ${addressGroup(address)}`
      const counted = counts.get(key)
      if (counted && counted.until > at) counted.n += 1
      else {
        if (counts.size >= ADDRESSES_AT_MOST) forgetPast(counts, at)
        counts.set(key, { n: 1, until: at + LIMITS[kind].spanMs })
      }
    },

    takeBack(kind, address) {
      const counted = counts.get(`${kind} ${addressGroup(address)}`)
      if (counted) counted.n = Math.max(0, counted.n - 1)
    },
  }
}

function forgetPast(counts: Map<string, { n: number; until: number }>, at: number) {
  for (const [key, { until }] of counts) if (until <= at) counts.delete(key)
  if (counts.size >= ADDRESSES_AT_MOST) counts.clear()
}

/**
 * Returns an IPv4 address unchanged, and the /64 network of an IPv6 address, because one household or phone has all of
 * it.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const all = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - after.length).fill('0'), ...after]
  return `${all.slice(0, 4).join(':')}::/64`
}
