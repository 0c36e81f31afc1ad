import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { drafts } from '../drafts.ts'
import { accountOf } from '../local/session-state.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

export const PANEL_SIZES = ['small', 'default', 'large'] as const
export type PanelSize = (typeof PANEL_SIZES)[number]

const Panel = v.object({
  account: v.string(),
  isOpen: v.boolean(),
  isMinimised: v.boolean(),
  size: v.picklist(PANEL_SIZES),
  /** The key of the conversation that is open in it; without one it shows the list. */
  selected: v.optional(v.string()),
})
export type ChatPanel = v.InferOutput<typeof Panel>

const listeners = new Set<() => void>()
let shown: ChatPanel | undefined

/**
 * Returns the panel as this browser kept it for the account. Open pages do not follow each other; the last change is
 * kept.
 */
function current(): ChatPanel {
  const account = accountOf(currentDataLayer().sessionState.get())?.id ?? ''
  if (shown?.account === account) return shown
  const kept = v.safeParse(Panel, drafts.get('chat-panel'))
  shown =
    kept.success && kept.output.account === account
      ? kept.output
      : { account, isOpen: false, isMinimised: false, size: 'default' }
  return shown
}

function change(changes: Partial<Omit<ChatPanel, 'account'>>) {
  shown = { ...current(), ...changes }
  drafts.save('chat-panel', shown)
  for (const listener of [...listeners]) listener()
}

/** The floating panel of a wide screen. */
export const chatPanel = {
  /** Opens the panel: with this conversation, or with what was shown last. */
  open(key?: string): void {
    change({ isOpen: true, isMinimised: false, ...(key !== undefined && { selected: key }) })
  },
  minimise: (): void => change({ isMinimised: true }),
  close: (): void => change({ isOpen: false, isMinimised: false }),
  resize: (size: PanelSize): void => change({ size }),
  /** Shows a conversation; without a key, the list. */
  select(key: string | undefined): void {
    const { selected: _, ...others } = current()
    shown = others
    change(key === undefined ? {} : { selected: key })
  },
}

function subscribe(listener: () => void) {
  const stop = currentDataLayer().sessionState.subscribe(listener)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

export const useChatPanel = (): ChatPanel => useSyncExternalStore(subscribe, current)
