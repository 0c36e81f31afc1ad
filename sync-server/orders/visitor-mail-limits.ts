import { normaliseEmail } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Keys } from '../settings/keys.ts'

/** Limits mails to addresses that visitors entered and nobody verified, so that no stranger is flooded with them. */
export interface VisitorMailLimits {
  /** Returns whether this visitor's mail about this entity may go to this address. A repeat gets the same answer. */
  mayPost(visitor: string, email: string, entity: string): Promise<boolean>
}

interface Posted {
  _id: string
  type: 'attempts'
  posted: { entity: string; at: string }[]
  expiresAt: string
}

const DAY_MS = 86_400_000
const TO_ONE_ADDRESS_A_DAY = 3
/** Lower than the number of orders, because the addresses may belong to strangers. */
const OF_ONE_VISITOR_A_DAY = 5

export function openVisitorMailLimits({
  couch,
  keys,
  now,
}: {
  couch: Couch
  keys: Keys
  now: () => Date
}): VisitorMailLimits {
  const store = couch.db('credentials')

  async function count(whose: string, entity: string, most: number): Promise<boolean> {
    const _id = `visitor-mails:${keys.digest('email', whose)}`
    const [at = '', dayAgo = '', expiresAt = ''] = [0, -DAY_MS, 2 * DAY_MS].map((ms) =>
      new Date(now().getTime() + ms).toISOString(),
    )
    let may = false
    await store.update<Posted>(_id, (before) => {
      const posted = (before?.posted ?? []).filter((one) => one.at > dayAgo)
      const isKnown = posted.some((one) => one.entity === entity)
      may = isKnown || posted.length < most
      if (isKnown || !may) return undefined
      return { _id, type: 'attempts', posted: [...posted, { entity, at }], expiresAt }
    })
    return may
  }

  return {
    mayPost: async (visitor, email, entity) =>
      (await count(`visitor ${visitor}`, entity, OF_ONE_VISITOR_A_DAY)) &&
      (await count(normaliseEmail(email), entity, TO_ONE_ADDRESS_A_DAY)),
  }
}
