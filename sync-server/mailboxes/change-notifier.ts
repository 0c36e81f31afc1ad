/**
 * Tells waiting requests that a database was written to. A notification is a hint: the receiver asks CouchDB what is
 * new.
 */
export interface ChangeNotifier {
  /** Reports a write to this database; `hinted` if another instance may have made it, or this one a moment ago. */
  notify(db: string, how?: 'touched' | 'hinted'): void
  /** Sends `hinted` to every database that has a watch, because anything may have been written. */
  notifyAll(): void
  /** Registers immediately: no notification from now on is missed, even between two calls of `next`. */
  watch(db: string): Watch
  /** Calls `heard` for every notification, until the returned function is called. */
  listen(heard: (db: string) => void): () => void
  /**
   * Holds back the notifications of one database until the returned function is called: a decision writes several
   * documents and should wake the devices once.
   */
  batch(db: string): () => void
  /** Ends every watch; later watches are over from the start. */
  close(): void
  /** Returns the number of watches. */
  watching(): number
}

interface Watch {
  /**
   * Resolves with the next notification, immediately if there was one since the last call; with `late` if none arrives
   * in time, and with `over` at the end.
   */
  next(withinMs?: number): Promise<Woken>
  /** A second call does nothing. */
  end(): void
}

type Woken = 'touched' | 'hinted' | 'late' | 'over'

interface Waiter {
  wake(how: 'touched' | 'hinted'): void
  end(): void
}

export function openChangeNotifier(): ChangeNotifier {
  const waiters = new Map<string, Set<Waiter>>()
  const hushed = new Map<string, { holders: number; touched: boolean }>()
  const listeners = new Set<(db: string) => void>()
  let isClosed = false

  function notify(db: string, how: 'touched' | 'hinted' = 'touched') {
    const batch = hushed.get(db)
    if (batch) {
      batch.touched = true
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
    notify,
    notifyAll() {
      for (const db of waiters.keys()) notify(db, 'hinted')
    },
    watch,
    listen(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    batch(db) {
      const batch = hushed.get(db) ?? { holders: 0, touched: false }
      hushed.set(db, batch)
      batch.holders += 1
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        batch.holders -= 1
        if (batch.holders > 0) return
        hushed.delete(db)
        if (batch.touched) notify(db)
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
