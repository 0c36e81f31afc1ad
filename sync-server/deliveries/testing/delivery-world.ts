import {
  type DeliveryRow,
  type IntentKind,
  type IntentOf,
  type PayloadOf,
  type Receipt,
  type Role,
  receiptId,
} from '#model'
import { askedIntentOf, asPushed, newUlid, post } from '../../testing/device.ts'
import type { SignedIn, TestService } from '../../testing/test-service.ts'

/** A service whose clock a test moves: people who ask, and what the cities and the admins read. */
export function deliveryWorld(running: () => TestService) {
  const services = () => running().services

  /** Somebody in Jaipur with a mailbox and a session. */
  async function person(role: Role, more: { name?: string; city?: string } = {}): Promise<SignedIn> {
    const { accounts, sessions } = services()
    const email = `${newUlid().toLowerCase()}@mogra.example`
    const made = await accounts.create({
      ...{ email, name: more.name ?? 'Ravi Shinde', role, verified: true },
      ...{ city: more.city ?? 'jaipur', phone: '+919819023456' },
    })
    if (made === 'email_taken') throw new Error(made)
    if (role === 'PARTNER') await accounts.change(made.id, { vehicleType: 'bike' })
    const cookie = `sid=${await sessions.start(made, { provenBy: 'code', userAgent: 'Phone' })}`
    const { id, name, mailbox } = made
    return { cookie, account: { id, email, name, role }, mailbox }
  }

  /** Asks now through the gate and returns the receipt. */
  const ask = <K extends IntentKind>(who: SignedIn, kind: K, payload: PayloadOf<K>, madeAt = services().now()) =>
    send(who, askedIntentOf(kind, payload, 'phone', madeAt.toISOString()))

  /** Sends an intent through the gate and returns its receipt. */
  async function send<K extends IntentKind>(who: SignedIn, intent: IntentOf<K>): Promise<Receipt> {
    const body = { docs: [asPushed(intent)], new_edits: false }
    const answer = await post(`${running().url}/db/${who.mailbox.name}/_bulk_docs`, body, { cookie: who.cookie })
    const denied = await answer.text()
    if (answer.status !== 201 || denied !== '[]') throw new Error(`${answer.status} ${denied}`)
    await services().decider.idle()
    await services().sweep.settled()
    const ulid = intent._id.slice('intent:'.length)
    const receipt = await services().mailboxes.get<Receipt>(who.mailbox.name, receiptId(ulid))
    if (!receipt) throw new Error(`${intent.kind} is not decided`)
    return receipt
  }

  const outcomeOf = ({ outcome, reason }: Receipt) => reason ?? outcome

  /** The open rows of a city's feed of a day, `YYYYMMDD`; none before the first row makes the feed. */
  async function openRows(city: string, day: string): Promise<DeliveryRow[]> {
    const feed = `feed-deliveries-${city}-${day}`
    if (!(await services().couch.databases(feed)).includes(feed)) return []
    const rows = await services().couch.db(feed).range<DeliveryRow>('delivery:', 'delivery:\uffff')
    return rows.filter((row) => !('closedAt' in row))
  }

  const factOf = <T extends object>(who: SignedIn, id: string) => services().mailboxes.get<T>(who.mailbox.name, id)
  const noticesOf = async (who: SignedIn) =>
    (await services().couch.db(who.mailbox.name).range<{ kind: string }>('notice:', 'notice:\uffff')).map(
      ({ kind }) => kind,
    )

  return { person, ask, send, outcomeOf, openRows, factOf, noticesOf }
}
