import fc from 'fast-check'
import { DELIVERY_STEPS, type DeliveryStep, type DeliveryWindow, PROBLEMS, type Problem, STARS } from '#model'
import { DATABASE_FAULTS, FAULTS, type Fault } from '../../sync-server/testing/network/faults.ts'

export const BROWSERS = 4
/** The first three of the four browsers are signed in from the beginning. */
export const SIGNED_IN = 3
const ENDPOINTS = [
  ...(['_changes', '_bulk_get', '_revs_diff', '_bulk_docs'] as const),
  ...(['sessions/current', 'api/sessions', 'api/visitors', 'accounts/current'] as const),
] as const
type Endpoint = (typeof ENDPOINTS)[number]
const DATABASE_ENDPOINTS = ['_bulk_docs', '_changes', 'work', 'orders', 'mailbox-', 'audit'] as const
type DatabaseEndpoint = (typeof DATABASE_ENDPOINTS)[number]
const CODES = ['MOGRA10', 'WELCOME100', 'FREEDEL', 'DIWALI25', 'NOSUCH'] as const
const FLOWERS = ['red-roses', 'tulips', 'orchids'] as const

/** The possible steps of a history; `browser` 0 and 1 begin with one account, 2 with another, and 3 with none. */
export type Command =
  | { do: 'add' | 'take'; browser: number; flower: string; quantity: number }
  | { do: 'favour'; browser: number; flower: string; on: boolean }
  | {
      do: 'order'
      browser: number
      /** With an empty cart, 'cart' means 'buy now'. */
      from: 'cart' | 'buy now'
      /** The quantity for 'buy now'. */
      pieces?: number
      isQuoteRight: boolean
      code?: string | undefined
    }
  /** Changes the delivery window and the message of the nth order that the browser shows. */
  | { do: 'change'; browser: number; nth: number; deliveryWindow: DeliveryWindow; message: string }
  | { do: 'cancel'; browser: number; nth: number }
  /** Tracks the nth order, which starts the simulated delivery of the demo. */
  | { do: 'track'; browser: number; nth: number }
  /** Reports a problem; delivered orders are preferred. */
  | { do: 'report'; browser: number; nth: number; problem: Problem }
  /** Rates an order; delivered orders are preferred. */
  | { do: 'rate'; browser: number; nth: number; stars: (typeof STARS)[number] }
  /** Goes on duty or off duty; everybody with an account is a delivery partner, too. */
  | { do: 'duty'; browser: number; on: boolean }
  /** Accepts the delivery of the nth order of somebody else, whether or not it is open. */
  | { do: 'accept'; browser: number; nth: number }
  /** Reports a step of the nth delivery that this person has asked for, whether or not they have it. */
  | { do: 'step'; browser: number; nth: number; step: DeliveryStep }
  | { do: 'release'; browser: number; nth: number }
  | { do: 'payout'; browser: number }
  /** The deliveries of the person's orders become open, or are taken back from who has not picked them up. */
  | { do: 'open' | 'take back'; browser: number }
  /** Writes in the nth conversation of this person: with Mogra, or with the other one of a delivery. */
  | { do: 'say'; browser: number; nth: number }
  /** Reads the nth conversation, but for so many messages; the request may be late, and say less than one before. */
  | { do: 'read'; browser: number; nth: number; but: number }
  | { do: 'profile'; browser: number; what: 'name' | 'phone'; to: string }
  | { do: 'network'; browser: number; on: boolean }
  | { do: 'storm'; share: number }
  /** The next request to this endpoint gets this fault. */
  | { do: 'meet'; path: Endpoint; fault: Fault }
  /** This command and the next two occur only if the database is a separate process. */
  | { do: 'database storm'; share: number }
  | { do: 'database meets'; path: DatabaseEndpoint; fault: Fault }
  | { do: 'kill database' }
  /** Writes a document that the gate refuses. */
  | { do: 'misfit'; browser: number }
  /** The service changes the status of the person's orders, and then an outdated copy is written to the mailbox. */
  | { do: 'prepare'; browser: number; to: 'preparing' | 'delivered' }
  /** The person's mailbox is replaced by one of the next generation. */
  | { do: 'rotate'; browser: number }
  | { do: 'reload' | 'open tab' | 'close tab' | 'remember' | 'roll back' | 'session ends'; browser: number }
  /** With `isForced` unsent documents may be lost; otherwise the person stays signed in if there are any. */
  | { do: 'sign out'; browser: number; isForced: boolean }
  /** A visitor's data moves into the account; the data of another account is removed. */
  | { do: 'sign in'; browser: number; as: number }
  | { do: 'delete account'; browser: number }
  | { do: 'clock'; browser: number; days: number }
  | { do: 'kill' }
  | { do: 'die at step'; step: number }
  | { do: 'wait'; ms: number }
  /** Waits until all connected browsers have converged, or for `atMostMs`, 3 s by default. */
  | { do: 'rest'; atMostMs?: number }
  /** Compares what the screens show as sent with what the service has. */
  | { do: 'look' }

const browser = fc.integer({ min: 0, max: BROWSERS - 1 })
const flower = fc.constantFrom(...FLOWERS)
const nth = fc.integer({ min: 0, max: 2 })
const quantity = fc.integer({ min: 1, max: 3 })
const of = <T extends Command['do']>(...some: T[]) => fc.constantFrom(...some)

/** Uses weights, because fast-check prefers small numbers and a random number would not be evenly distributed. */
const mostly = <T>(usual: fc.Arbitrary<T>, else_: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: else_ })

const weighted: fc.WeightedArbitrary<Command>[] = [
  { weight: 6, arbitrary: fc.record({ do: of('add', 'take'), browser, flower, quantity }) },
  { weight: 2, arbitrary: fc.record({ do: of('favour'), browser, flower, on: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: of('order'),
      browser,
      from: fc.constantFrom('cart', 'buy now'),
      pieces: fc.integer({ min: 1, max: 2 }),
      isQuoteRight: mostly(fc.constant(true), fc.constant(false)),
      code: mostly(fc.constant(undefined), fc.constantFrom(...CODES)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: of('change'),
      browser,
      nth,
      deliveryWindow: fc.constantFrom('any', 'morning', 'afternoon', 'evening'),
      message: fc.constantFrom('', 'For you', 'For ever'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('cancel'), browser, nth }) },
  { weight: 2, arbitrary: fc.record({ do: of('track'), browser, nth }) },
  { weight: 3, arbitrary: fc.record({ do: of('report'), browser, nth, problem: fc.constantFrom(...PROBLEMS) }) },
  { weight: 1, arbitrary: fc.record({ do: of('rate'), browser, nth, stars: fc.constantFrom(...STARS) }) },
  { weight: 2, arbitrary: fc.record({ do: of('duty'), browser, on: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: of('accept'), browser, nth }) },
  { weight: 5, arbitrary: fc.record({ do: of('step'), browser, nth, step: fc.constantFrom(...DELIVERY_STEPS) }) },
  { weight: 1, arbitrary: fc.record({ do: of('release'), browser, nth }) },
  { weight: 1, arbitrary: fc.record({ do: of('payout'), browser }) },
  { weight: 4, arbitrary: fc.record({ do: of('say'), browser, nth }) },
  { weight: 2, arbitrary: fc.record({ do: of('read'), browser, nth, but: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ do: of('open'), browser }) },
  { weight: 1, arbitrary: fc.record({ do: of('take back'), browser }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: of('profile'),
      browser,
      what: fc.constantFrom('name', 'phone'),
      to: fc.constantFrom('Meera', 'Ravi'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: of('network'), browser, on: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: of('meet'), path: fc.constantFrom(...ENDPOINTS), fault: fc.constantFrom(...FAULTS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('misfit', 'rotate'), browser }) },
  { weight: 2, arbitrary: fc.record({ do: of('prepare'), browser, to: fc.constantFrom('preparing', 'delivered') }) },
  { weight: 2, arbitrary: fc.record({ do: of('storm'), share: fc.constantFrom(0, 0.1, 0.3, 0.6) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: of('reload', 'open tab', 'close tab', 'remember', 'roll back', 'session ends'),
      browser,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('sign out'), browser, isForced: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: of('sign in'), browser, as: fc.integer({ min: 0, max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ do: of('delete account'), browser }) },
  { weight: 2, arbitrary: fc.record({ do: of('clock'), browser, days: fc.integer({ min: -400, max: 400 }) }) },
  { weight: 1, arbitrary: fc.record({ do: of('kill') }) },
  { weight: 2, arbitrary: fc.record({ do: of('die at step'), step: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ do: of('wait'), ms: fc.integer({ min: 0, max: 60 }) }) },
  { weight: 4, arbitrary: fc.record({ do: of('rest', 'look') }) },
]
const ofDatabase: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 8,
    arbitrary: fc.record({
      do: of('database meets'),
      path: fc.constantFrom(...DATABASE_ENDPOINTS),
      fault: fc.constantFrom(...DATABASE_FAULTS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: of('database storm'), share: fc.constantFrom(0, 0.1, 0.3) }) },
  { weight: 1, arbitrary: fc.record({ do: of('kill database') }) },
]

/** Begins with orders, some of them delivered or open: otherwise most commands would have no effect. */
const beginnings: fc.Arbitrary<Command[]> = fc
  .tuple(
    fc.array(
      fc.record({ do: of('order'), browser, from: fc.constant('buy now' as const), isQuoteRight: fc.constant(true) }),
      { maxLength: 3 },
    ),
    mostly<Command[]>(
      fc.constant([]),
      fc.tuple(
        fc.record({ do: of('rest') }),
        fc.oneof(
          fc.record({ do: of('prepare'), browser, to: fc.constant('delivered' as const) }),
          fc.record({ do: of('open'), browser }),
        ),
      ),
    ),
  )
  .map(([orders, delivery]) => [...orders, ...delivery])

/** Draws a history; fast-check shrinks a failing one to the fewest commands that still fail. */
export const scenarios = (isDatabaseApart: boolean): fc.Arbitrary<Command[]> =>
  fc
    .tuple(
      beginnings,
      fc.array(fc.oneof(...weighted, ...(isDatabaseApart ? ofDatabase : [])), { minLength: 3, maxLength: 24 }),
    )
    .map(([beginning, rest]) => [...beginning, ...rest])

export const describeCommand = (one: Command): string => {
  const { do: what, ...rest } = one
  return [what, ...Object.entries(rest).map(([name, value]) => `${name} ${value}`)].join(', ')
}
