import type { IntentKind, PayloadOf } from '#model'
import type { BrowserIdentity } from './world/browser-identity.ts'

/** An intent that `ask` acknowledged. */
export interface AskedIntent {
  kind: IntentKind
  payload: PayloadOf<IntentKind>
  holder: BrowserIdentity
  /** False if the intent may be lost, because the browser's store was rolled back or destroyed. */
  isSure: boolean
  /** Whether the browser was not signed in. */
  byVisitor: boolean
  /** Whether the intent must be refused in any case. */
  isHopeless: boolean
}

interface Pieces {
  holder: BrowserIdentity
  flower: string
  quantity: number
}

/** Records what was acknowledged during a history; the invariants compare the end with it. */
export class ExpectedState {
  /** All acknowledged intents by their ids. */
  readonly asked = new Map<string, AskedIntent>()
  readonly added: (Pieces & { isSure: boolean })[] = []
  /** The removed pieces; without `isSure` fewer may have been removed. */
  readonly taken: (Pieces & { isSure: boolean })[] = []
  readonly favoured: { holder: BrowserIdentity; flower: string; on: boolean; isSure: boolean }[] = []
  /** The writers of documents that the gate refuses, by the ids of the documents. */
  readonly misfits = new Map<string, BrowserIdentity>()
  /** How far each account was told that it has read each conversation, by `<account> <key>`. */
  readonly read = new Map<string, number>()
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

  /** The store was destroyed, so unsent documents may be lost. */
  leave(holder: BrowserIdentity, unsent: readonly string[]): void {
    this.#remembered.delete(holder)
    this.rollBack(holder, unsent)
  }

  /** The store was rolled back, so documents that were written since then and not sent may be lost. */
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
