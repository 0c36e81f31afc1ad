import { type BulkInterestFact, type BulkRequestFact, type BulkRow, bulkId, type ClosedRow } from '#model'
import type { AccountChange } from '../../accounts/accounts.ts'
import type { FeedReader } from '../../accounts/listed-feeds.ts'
import { deliveryWorld } from '../../deliveries/testing/delivery-world.ts'
import type { SignedIn, TestService } from '../../testing/test-service.ts'
import { aRequest } from './some-request.ts'

/** Buyers and suppliers of a running service: they send intents, and a test reads what they and the admins see. */
export function bulkWorld(running: () => TestService) {
  const services = () => running().services
  const { person, ask, send, outcomeOf, factOf, noticesOf } = deliveryWorld(running)

  /** A supplier of Jaipur, unless `more` says otherwise. */
  async function supplier(more: AccountChange = {}): Promise<SignedIn> {
    const who = await person('SUPPLIER', { name: 'Meera Nair' })
    await services().accounts.change(who.account.id, {
      businessName: 'Nair Flowers',
      citiesServed: ['jaipur'],
      ...more,
    })
    return who
  }

  async function visitor(): Promise<SignedIn> {
    const account = await services().accounts.createVisitor('en')
    const cookie = `sid=${await services().sessions.start(account, { provenBy: 'nothing', userAgent: 'Phone' })}`
    return { cookie, account, mailbox: account.mailbox }
  }

  /** Sends a request that is confirmed; returns its ULID. */
  async function request(buyer: SignedIn, more: Parameters<typeof aRequest>[1] = {}): Promise<string> {
    const receipt = await ask(buyer, 'request-bulk', aRequest(services().now(), more))
    if (receipt.outcome !== 'done') throw new Error(receipt.reason)
    return receipt._id.slice('receipt:'.length)
  }

  const showInterest = async (who: SignedIn, request: string) => outcomeOf(await ask(who, 'show-interest', { request }))
  const withdrawInterest = async (who: SignedIn, request: string) =>
    outcomeOf(await ask(who, 'withdraw-interest', { request }))
  const end = async (who: SignedIn, request: string, agreedWith?: string) =>
    outcomeOf(await ask(who, 'withdraw-bulk', { request, ...(agreedWith !== undefined && { agreedWith }) }))

  const requestOf = (who: SignedIn, ulid: string) => factOf<BulkRequestFact>(who, `bulk-request:${ulid}`)
  const interestOf = (who: SignedIn, ulid: string) => factOf<BulkInterestFact>(who, `bulk-interest:${ulid}`)

  /** A row of the first feed that this reader has; undefined if there is none. */
  async function rowOf<R extends object>(reader: FeedReader, id: string): Promise<R | undefined> {
    const { feeds, couch } = services()
    const [listed] = await feeds.listedFor(reader)
    const feed = listed && (await feeds.readable(reader, listed.database))
    return feed && couch.db(feed.database).get<R>(id)
  }
  /** The row in the suppliers' feed. */
  const bulkRowOf = (ulid: string) =>
    rowOf<BulkRow | ClosedRow>({ role: 'SUPPLIER', citiesServed: ['jaipur'] }, bulkId(ulid))
  const unservedRowOf = (ulid: string) => rowOf<object>({ role: 'ADMIN' }, `unserved:${ulid}`)

  async function recordOf(ulid: string) {
    const found = await services().bulkRequests.get(bulkId(ulid))
    if (!found) throw new Error(`there is no request ${ulid}`)
    return found
  }

  return {
    ...{ person, supplier, visitor, ask, send, outcomeOf, factOf, noticesOf, request },
    ...{ showInterest, withdrawInterest, end },
    ...{ requestOf, interestOf, bulkRowOf, unservedRowOf, recordOf },
  }
}
