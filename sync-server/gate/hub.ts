/** Who waits for which database. A touch is a hint: whoever wakes asks CouchDB what is new. */
export interface Hub {
  /** Something was written to this database. */
  touch(db: string): void
  /** Registers at once: touches from now on are not missed, even those between two calls of `next`. */
  watch(db: string): Watch
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

type Woken = 'touched' | 'late' | 'over'

interface Waiter {
  wake(): void
  end(): void
}

// `couch` is for the listener on `_db_updates`; until that stands, touches of other instances are not heard
// (gate/ARCHITECTURE.md).
export function openHub(): Hub {
  const waiters = new Map<string, Set<Waiter>>()
  const hushed = new Map<string, { holders: number; touched: boolean }>()
  let isClosed = false

  function touch(db: string) {
    const hush = hushed.get(db)
    if (hush) hush.touched = true
    else for (const waiter of waiters.get(db) ?? []) waiter.wake()
  }

  function watch(db: string): Watch {
    let isTouched = false
    let isOver = isClosed
    let answer: ((woken: Woken) => void) | undefined
    let timer: NodeJS.Timeout | undefined

    const settle = (woken: Woken) => {
      clearTimeout(timer)
      answer?.(woken)
      answer = undefined
    }
    const waiter: Waiter = {
      wake() {
        if (answer) settle('touched')
        else isTouched = true
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
        if (isTouched) {
          isTouched = false
          return Promise.resolve('touched')
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
    watch,
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
