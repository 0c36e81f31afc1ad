import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import styles from './toasts.module.css'

export interface ToastOptions {
  message: ReactNode
  /** One at most; with it the toast stays 10 s instead of 5. */
  action?: { label: string; onAction: () => void }
  /** It is not in sight any more, whatever took it away. */
  onGone?: () => void
}

interface Toast extends ToastOptions {
  id: number
}

/** What answers the person stands before news, which waits until the line is free. */
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

/** Answers what the person just did, in a line above the tab bar; the newer answer takes the place of the older. Returns how to take it away. */
export function showToast(options: ToastOptions): () => void {
  const toast = numbered(options)
  set({ answer: toast, news: lines.answer && lines.news })
  return () => dismiss(toast.id)
}

/** Says what happened by itself: it takes no "Undo" from under a finger, but the place of older news. */
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

/** Placed once, by the shell. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: holding the pointer or the focus on it only stops its clock
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
