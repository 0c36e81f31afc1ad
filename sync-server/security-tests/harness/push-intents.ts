import { type AttackContext, JSON_TYPE, PATIENCE } from './attack.ts'
import { type Outcome, send } from './raw-request.ts'

/** Whose mailbox is pushed into, and whose session does it. */
export interface Owner {
  mailbox: string
  cookie: string
}

export const push = (...docs: object[]) => JSON.stringify({ docs, new_edits: false })

export const pushTo = (scene: AttackContext, { mailbox, cookie }: Owner, body: string): Promise<Outcome> =>
  send(
    scene.url,
    { method: 'POST', target: `/db/${mailbox}/_bulk_docs`, headers: [['cookie', cookie], JSON_TYPE], body },
    PATIENCE,
  )

/** Resolves with the receipt of an intent as soon as it is decided. */
export async function receiptOf({ couch }: AttackContext, mailbox: string, ulid: string): Promise<AskedReceipt> {
  const until = Date.now() + PATIENCE.ms
  for (;;) {
    const { status, body } = await couch.try('GET', `/${mailbox}/receipt:${ulid}`)
    if (status === 200) return body as unknown as AskedReceipt
    if (Date.now() > until) throw new Error(`no receipt of ${ulid} came`)
  }
}

interface AskedReceipt {
  outcome: unknown
  reason?: unknown
}
