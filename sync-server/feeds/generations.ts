import { isDeepStrictEqual } from 'node:util'
import type { Role } from '#model'
import type { CoreDocument, OpenRow, Step } from '../core/core-document.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { isStatus } from '../couch/failures.ts'
import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'
import { writeRow } from './feed-rows.ts'

/** A feed whose database is replaced by its next generation once it holds too many closed rows. */
export interface GenerationFeed {
  name: OpenRow['feed']
  /** Who may read it. */
  role: Role
  /** Raise it when the rows' fields change: the next generation is then filled with rows of the new shape. */
  shape: number
}

/** The kinds of core documents; those with `openRows` fill a generation. */
export type Kinds = readonly Kept<CoreDocument>[]

export interface Generations {
  /** Returns the database that is read now, cached for 2 s unless `fresh`; undefined before the first one is filled. */
  current(how?: 'fresh'): Promise<string | undefined>
  /** Returns the database that this term's lease holder writes to. Throws before the first one is filled. */
  written(): Promise<string>
  /**
   * At the beginning of a term, before anything is decided or told: makes the next generation if it is time, fills it
   * from the core, and makes it the current one by one compare-and-set. If it is interrupted, the next term fills
   * another one.
   */
  beginTerm(kinds: Kinds, step: Step): Promise<void>
  /** For the lease holder, every minute or so: fills a new generation a second time, and drops replaced databases. */
  work(kinds: Kinds, step: Step): Promise<void>
}

/** A member of the document `feeds` of `work`. */
interface State {
  /** 0 before the first generation is filled. */
  current: number
  /** The last number that was reserved; a number whose filling was interrupted is never used again. */
  reserved: number
  shape: number
  switchedAt: string
  /** Set once the generation has been filled a second time. */
  isComplete?: true
  /** Databases to drop. */
  over: { generation: number; since: string }[]
}

interface FeedsRecord {
  _id: typeof FEEDS_ID
  type: 'feeds'
  feeds: { [Name in GenerationFeed['name']]?: State }
}

export const FEEDS_ID = 'feeds'
/** A generation with this many closed rows is replaced. */
const CLOSED_AT_MOST = 20_000
/** After this time an index lists what was decided before the filling began. */
const INDEX_LAG_MS = 2 * 60_000
/** After this time devices with the old generation have learned of the new one. */
const DROPPED_AFTER_MS = 3_600_000
const REMEMBERED_MS = 2_000
const AT_ONCE = 8

interface Needs {
  couch: Couch
  notifier: Pick<ChangeNotifier, 'notify'>
  now: () => Date
  closedAtMost?: number
}

export function openGenerations(
  { couch, notifier, now, closedAtMost = CLOSED_AT_MOST }: Needs,
  { name, role, shape }: GenerationFeed,
): Generations {
  const work = couch.db('work')
  const databaseOf = (generation: number) => `feed-${name}-${generation}`
  let known: { state: State | undefined; until: number } | undefined
  /** The read that callers share: a write wakes all polls of a feed, and each asks for the generation at once. */
  let reading: Promise<State | undefined> | undefined
  /** The state that this process wrote last as the holder. */
  let held: State | undefined

  async function read(): Promise<State | undefined> {
    const state = (await work.get<FeedsRecord>(FEEDS_ID))?.feeds[name]
    remember(state)
    return state
  }

  function readOnce(): Promise<State | undefined> {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  function remember(state: State | undefined) {
    known = { state, until: performance.now() + REMEMBERED_MS }
  }

  /** Changes the state by one compare-and-set: if it is no longer `before`, another process holds the lease. */
  async function write(before: State | undefined, after: State) {
    let isSet = false
    await work.update<FeedsRecord>(FEEDS_ID, (record) => {
      isSet = isDeepStrictEqual(record?.feeds[name], before)
      return isSet ? { _id: FEEDS_ID, type: 'feeds', ...record, feeds: { ...record?.feeds, [name]: after } } : undefined
    })
    if (!isSet) throw new Error(`the generations of feed ${name} were changed by another process`)
    held = after
    remember(after)
  }

  async function isTimeForNext(state: State, kinds: Kinds): Promise<boolean> {
    if (state.current === 0 || state.shape !== shape) return true
    const rows = await countRows(databaseOf(state.current))
    if (rows === undefined) return true
    if (rows < closedAtMost) return false
    let open = 0
    await eachOpenRow(kinds, async () => {
      open += 1
    })
    return rows - open >= closedAtMost
  }

  /** Returns undefined if the database is gone. */
  async function countRows(database: string): Promise<number | undefined> {
    try {
      return (await couch.db(database).size()).documents
    } catch (error) {
      if (isStatus(error, 404)) return undefined
      throw error
    }
  }

  async function fill(generation: number, kinds: Kinds, step: Step) {
    const database = databaseOf(generation)
    await eachOpenRow(kinds, (row) => step('fill feed', () => writeRow({ couch, notifier }, database, row)))
  }

  /** Calls `visit` for the open rows of this feed, a few at a time. */
  async function eachOpenRow(kinds: Kinds, visit: (row: OpenRow['row']) => Promise<void>) {
    for (const { kind, store } of kinds) {
      if (!kind.openRows) continue
      const next = (await store.listed()).values()
      const visitOne = async (id: string) => {
        // The index may lag in both directions, so the document itself decides.
        const doc = await store.read(id)
        const rows = doc ? ((await kind.completeRows?.(doc)) ?? kind.openRows?.(doc) ?? []) : []
        for (const { feed, row } of rows) if (feed === name) await visit(row)
      }
      const visitSome = async () => {
        for (const id of next) await visitOne(id)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, visitSome))
    }
  }

  return {
    async current(how) {
      const isKnown = known !== undefined && known.until > performance.now()
      const state = how === 'fresh' ? await read() : isKnown ? known?.state : await readOnce()
      return state && state.current > 0 ? databaseOf(state.current) : undefined
    },

    async written() {
      const state = held ?? (await read())
      if (!state || state.current === 0) throw new Error(`feed ${name} has no database yet`)
      return databaseOf(state.current)
    },

    async beginTerm(kinds, step) {
      const before = await read()
      const state: State = before ?? { current: 0, reserved: 0, shape, switchedAt: '', over: [] }
      held = before
      if (!(await isTimeForNext(state, kinds))) return
      const generation = state.reserved + 1
      const since = now().toISOString()
      // A number that was reserved and never became current: its filling was interrupted.
      const interrupted = state.reserved > state.current ? [{ generation: state.reserved, since }] : []
      const reserving = { ...state, reserved: generation, over: [...state.over, ...interrupted] }
      await step('reserve feed', () => write(before, reserving))
      await step('make feed', async () => {
        await couch.createDatabase(databaseOf(generation), { q: 1 })
        await couch.setSecurity(databaseOf(generation), {
          members: { names: [], roles: [role] },
          admins: { names: [], roles: ['_admin'] },
        })
      })
      await fill(generation, kinds, step)
      const { isComplete: _, ...rest } = reserving
      const old = state.current > 0 ? [{ generation: state.current, since }] : []
      const after = {
        ...{ ...rest, current: generation, shape, switchedAt: now().toISOString() },
        over: [...reserving.over, ...old],
      }
      await step('switch feed', () => write(reserving, after))
      // Held polls of the old generation end, and their devices ask for the new database.
      if (state.current > 0) notifier.notify(databaseOf(state.current))
    },

    async work(kinds, step) {
      const state = held
      if (!state || state.current === 0) return
      const isOlder = (since: string, ms: number) => Date.parse(since) + ms <= now().getTime()
      if (!state.isComplete && isOlder(state.switchedAt, INDEX_LAG_MS)) {
        await fill(state.current, kinds, step)
        await step('feed is complete', () => write(state, { ...state, isComplete: true }))
        return
      }
      const over = state.over.filter(({ since }) => isOlder(since, DROPPED_AFTER_MS))
      if (over.length === 0) return
      for (const { generation } of over) await step('drop feed', () => couch.destroyDatabase(databaseOf(generation)))
      const left = state.over.filter((one) => !over.includes(one))
      await step('feed is dropped', () => write(state, { ...state, over: left }))
    },
  }
}
