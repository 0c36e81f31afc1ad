import type { Role } from '#model'
import { accountOf } from './local/session-state.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'

/** Undefined where nobody is signed in. */
export const currentRole = (): Role | undefined => accountOf(currentDataLayer().sessionState.get())?.role

/** Calls with the role now, and with each one that the session names later. */
export function followRole(listener: (role: Role | undefined) => void): void {
  let role = currentRole()
  listener(role)
  currentDataLayer().sessionState.subscribe(() => {
    const next = currentRole()
    if (next === role) return
    role = next
    listener(role)
  })
}
