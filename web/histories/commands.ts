import fc from 'fast-check'
import { type DeliveryWindow, PROBLEMS, type Problem } from '#model'
import { DATABASE_FAULTS, FAULTS, type Fault } from '../../sync-server/testing/network/faults.ts'

export const BROWSERS = 4
/** All but the last are signed in from the beginning. */
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

/** What may happen in a history; `browser` 0 and 1 begin with one account, 2 with another, and 3 with none. */
export type Command =
  | { do: 'add' | 'take'; browser: number; flower: string; quantity: number }
  | { do: 'favour'; browser: number; flower: string; on: boolean }
  | {
      do: 'order'
      browser: number
      /** An empty cart: bought now. */
      from: 'cart' | 'buy now'
      /** Bought now. */
      pieces?: number
      isQuoteRight: boolean
      code?: string | undefined
    }
  /** The nth of the orders that it shows is to be brought at another time with other words. */
  | { do: 'change'; browser: number; nth: number; deliveryWindow: DeliveryWindow; message: string }
  | { do: 'cancel'; browser: number; nth: number }
  /** They look where one of their orders is, which sets a demo's on its way. */
  | { do: 'track'; browser: number; nth: number }
  /** What was delivered first of all. */
  | { do: 'report'; browser: number; nth: number; problem: Problem }
  | { do: 'profile'; browser: number; what: 'name' | 'phone'; to: string }
  | { do: 'network'; browser: number; on: boolean }
  | { do: 'storm'; share: number }
  /** The next request to this endpoint meets this. */
  | { do: 'meet'; path: Endpoint; fault: Fault }
  /** Only where the database is apart. */
  | { do: 'database storm'; share: number }
  | { do: 'database meets'; path: DatabaseEndpoint; fault: Fault }
  | { do: 'kill database' }
  /** A document that the gate will not take. */
  | { do: 'misfit'; browser: number }
  /** The service moves the person's orders on, and somebody who was overtaken delivers what they were. */
  | { do: 'prepare'; browser: number; to: 'preparing' | 'delivered' }
  /** The person's mailbox is of the next generation. */
  | { do: 'rotate'; browser: number }
  | { do: 'reload' | 'open tab' | 'close tab' | 'remember' | 'roll back' | 'session ends'; browser: number }
  /** With `isForced` what is unsent may go; without, the person stays for its sake. */
  | { do: 'sign out'; browser: number; isForced: boolean }
  /** Whatever a visitor had comes along; somebody else's makes room. */
  | { do: 'sign in'; browser: number; as: number }
  | { do: 'delete account'; browser: number }
  | { do: 'clock'; browser: number; days: number }
  | { do: 'kill' }
  | { do: 'die at step'; step: number }
  | { do: 'wait'; ms: number }
  /** Until all is in step, or for a moment. */
  | { do: 'rest' }
  /** Holds what the screens say against what the service has. */
  | { do: 'look' }

const browser = fc.integer({ min: 0, max: BROWSERS - 1 })
const flower = fc.constantFrom(...FLOWERS)
const nth = fc.integer({ min: 0, max: 2 })
const quantity = fc.integer({ min: 1, max: 3 })
const of = <T extends Command['do']>(...some: T[]) => fc.constantFrom(...some)

/** fast-check prefers small numbers, so that a dice would not be fair. */
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

/** Without an order, or one that was delivered, most of what may happen meets nothing. */
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
        fc.record({ do: of('prepare'), browser, to: fc.constant('delivered' as const) }),
      ),
    ),
  )
  .map(([orders, delivery]) => [...orders, ...delivery])

/** A history of it, to be shrunk to the fewest commands that still fail. */
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
