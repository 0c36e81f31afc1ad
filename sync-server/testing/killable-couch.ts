import type { Couch } from '../couch/couch.ts'
import type { Store } from '../couch/store.ts'

export interface KillableCouch {
  couch: Couch
  /** From now on nothing reaches the database, as for a killed process. */
  die(): void
}

/** Wraps the databases for a part of the service that will be killed at a chosen point. */
export function killableCouch(couch: Couch): KillableCouch {
  let isDead = false
  const check = () => {
    if (isDead) throw new Error('killed')
  }
  const guard = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name) {
        const value: unknown = Reflect.get(from, name)
        if (typeof value === 'object' && value !== null) return guard(value)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          check()
          return value.apply(from, args)
        }
      },
    })
  return {
    couch: { ...couch, db: (name): Store => guard(couch.db(name)) },
    die() {
      isDead = true
    },
  }
}
