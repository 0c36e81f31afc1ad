/** Who waits for which database. A touch is a hint: whoever wakes asks CouchDB what is new. */
export interface Hub {
  /** Something was written to this database; `hinted`: another instance may have done it, or we ourselves a moment ago. */
  touch(db: string, how?: 'touched' | 'hinted'): void
  /** As `hinted` for every database that somebody waits for: anything may have happened. */
  touchAll(): void
  /** Registers at once: touches from now on are not missed, even those between two calls of `next`. */
  watch(db: string): Watch
  /** Tells of every touch, until the answered function is called. */
  listen(heard: (db: string) => void): () => void
  /**
   * Keeps the touches of one database back until the answered function is called: a decision writes several documents
   * and shall wake the devices once.
   */
  hush(db: string): () => void
  /** Ends every watch; those made later are over from their start. */
  close(): void
  /** How many watches there are. */
  watching(): number
}

interface Watch {
  /** The next touch, at once when there was one since the last call; `late` when none comes in time, `over` at the end. */
  next(withinMs?: number): Promise<Woken>
  /** A second call does nothing. */
  end(): void
}

type Woken = 'touched' | 'hinted' | 'late' | 'over'

interface Waiter {
  wake(how: 'touched' | 'hinted'): void
  end(): void
}

export function openHub(): Hub {
  const waiters = new Map<string, Set<Waiter>>()
  const hushed = new Map<string, { holders: number; touched: boolean }>()
  const listeners = new Set<(db: string) => void>()
  let isClosed = false

  function touch(db: string, how: 'touched' | 'hinted' = 'touched') {
    const hush = hushed.get(db)
    if (hush) {
      hush.touched = true
      return
    }
    for (const waiter of waiters.get(db) ?? []) waiter.wake(how)
    for (const heard of listeners) heard(db)
  }

  function watch(db: string): Watch {
    let woken: 'touched' | 'hinted' | undefined
    let isOver = isClosed
    let answer: ((woken: Woken) => void) | undefined
    let timer: NodeJS.Timeout | undefined

    const settle = (how: Woken) => {
      clearTimeout(timer)
      answer?.(how)
      answer = undefined
    }
    const waiter: Waiter = {
      wake(how) {
        if (answer) settle(how)
        else if (woken !== 'touched') woken = how
      },
      end() {
        isOver = true
        settle('over')
      },
    }
    if (!isOver) {
      const here = waiters.get(db)
      if (here) here.add(waiter)
      else waiters.set(db, new Set([waiter]))
    }

    return {
      next(withinMs) {
        if (isOver) return Promise.resolve('over')
        if (woken) {
          const how = woken
          woken = undefined
          return Promise.resolve(how)
        }
        return new Promise((resolve) => {
          answer = resolve
          if (withinMs !== undefined) timer = setTimeout(settle, withinMs, 'late')
        })
      },
      end() {
        const here = waiters.get(db)
        here?.delete(waiter)
        if (here?.size === 0) waiters.delete(db)
        waiter.end()
      },
    }
  }

  return {
    touch,
    touchAll() {
      for (const db of waiters.keys()) touch(db, 'hinted')
    },
    watch,
    listen(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    hush(db) {
      const hush = hushed.get(db) ?? { holders: 0, touched: false }
      hushed.set(db, hush)
      hush.holders += 1
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        hush.holders -= 1
        if (hush.holders > 0) return
        hushed.delete(db)
        if (hush.touched) touch(db)
      }
    },
    close() {
      isClosed = true
      for (const here of [...waiters.values()]) for (const waiter of [...here]) waiter.end()
      waiters.clear()
    },
    watching: () => [...waiters.values()].reduce((sum, here) => sum + here.size, 0),
  }
}
