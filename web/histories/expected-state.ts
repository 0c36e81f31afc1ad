import type { IntentKind, PayloadOf } from '#model'
import type { BrowserIdentity } from './world/browser-identity.ts'

/** What `ask` acknowledged. */
export interface AskedIntent {
  kind: IntentKind
  payload: PayloadOf<IntentKind>
  holder: BrowserIdentity
  /** It may have gone with a store that was put back or left. */
  isSure: boolean
  /** Nobody had signed in. */
  byVisitor: boolean
  /** However it goes, it must not be done. */
  isHopeless: boolean
}

interface Pieces {
  holder: BrowserIdentity
  flower: string
  quantity: number
}

/** What was promised to people while a history ran; what the invariants hold its end against. */
export class ExpectedState {
  /** By the intent's id. */
  readonly asked = new Map<string, AskedIntent>()
  readonly added: (Pieces & { isSure: boolean })[] = []
  /** At most so many; surely so many, or perhaps fewer. */
  readonly taken: (Pieces & { isSure: boolean })[] = []
  readonly favoured: { holder: BrowserIdentity; flower: string; on: boolean; isSure: boolean }[] = []
  /** Documents that no gate takes, by id, and who wrote them. */
  readonly misfits = new Map<string, BrowserIdentity>()
  readonly rolledBack = new Set<BrowserIdentity>()
  readonly #remembered = new Map<
    BrowserIdentity,
    { asked: Set<string>; added: number; favoured: number; misfits: Set<string> }
  >()

  remember(holder: BrowserIdentity): void {
    this.#remembered.set(holder, {
      asked: new Set(this.asked.keys()),
      added: this.added.length,
      favoured: this.favoured.length,
      misfits: new Set(this.misfits.keys()),
    })
  }

  /** Their store is destroyed; gone may be what had not been sent. */
  leave(holder: BrowserIdentity, unsent: readonly string[]): void {
    this.#remembered.delete(holder)
    this.rollBack(holder, unsent)
  }

  /** Their store is what it was; gone may be what was written since and had not been sent. */
  rollBack(holder: BrowserIdentity, unsent: readonly string[]): void {
    const kept = this.#remembered.get(holder)
    this.rolledBack.add(holder)
    for (const [id, one] of this.asked)
      if (one.holder === holder && unsent.includes(id) && !kept?.asked.has(id)) one.isSure = false
    const isLost = (kind: string) => (one: { holder: BrowserIdentity; flower: string }) =>
      one.holder === holder && unsent.some((id) => id.startsWith(`${kind}:${one.flower}:`))
    for (const one of this.added.slice(kept?.added).filter(isLost('cart'))) one.isSure = false
    for (const one of this.favoured.slice(kept?.favoured).filter(isLost('favourite'))) one.isSure = false
    for (const [id, writer] of this.misfits) if (writer === holder && !kept?.misfits.has(id)) this.misfits.delete(id)
  }
}
