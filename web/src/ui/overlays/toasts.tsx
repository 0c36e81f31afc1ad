import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import styles from './toasts.module.css'

export interface ToastOptions {
  message: ReactNode
  /** At most one action; with it the toast stays 10 s instead of 5. */
  action?: { label: string; onAction: () => void }
  /** Called when the toast is no longer shown, for any reason. */
  onGone?: () => void
}

interface Toast extends ToastOptions {
  id: number
}

/** The answer to the person's action is shown before news, which waits until the answer is gone. */
let lines: { answer?: Toast | undefined; news?: Toast | undefined } = {}
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: typeof lines) => {
  const gone = [lines.answer, lines.news].filter((toast) => toast && toast !== next.answer && toast !== next.news)
  lines = next
  for (const toast of gone) toast?.onGone?.()
  for (const listener of listeners) listener()
}

const shown = () => lines.answer ?? lines.news

/**
 * Shows a line above the tab bar as the answer to the person's action; a newer answer replaces an older one. Returns a
 * function that removes it.
 */
export function showToast(options: ToastOptions): () => void {
  const toast = numbered(options)
  set({ answer: toast, news: lines.answer && lines.news })
  return () => dismiss(toast.id)
}

/** Shows news that the person did not cause: it never replaces an answer such as an "Undo", but replaces older news. */
export function announce(options: ToastOptions) {
  set({ ...lines, news: numbered(options) })
}

function numbered(options: ToastOptions): Toast {
  lastId += 1
  return { ...options, id: lastId }
}

function dismiss(id: number) {
  const { answer, news } = lines
  set({ answer: answer?.id === id ? undefined : answer, news: news?.id === id ? undefined : news })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Rendered once, by the shell. */
export function ToastRegion() {
  const current = useSyncExternalStore(subscribe, shown)
  return (
    <div className={styles.region} role="status">
      {current && <ToastLine key={current.id} toast={current} />}
    </div>
  )
}

function ToastLine({ toast }: { toast: Toast }) {
  const [isTouched, setTouched] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isTouched || isFocused
  const { id, message, action } = toast

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), action ? 10_000 : 5_000)
    return () => clearTimeout(timer)
  }, [id, action, isHeld])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer or the focus on it only stops its timer
    <div
      className={styles.toast}
      onPointerEnter={() => setTouched(true)}
      onPointerLeave={() => setTouched(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className={styles.message}>{message}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismiss(id)
            action.onAction()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
