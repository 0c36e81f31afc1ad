import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import styles from './toasts.module.css'

export interface ToastOptions {
  message: ReactNode
  /** One at most; with it the toast stays 10 s instead of 5. */
  action?: { label: string; onAction: () => void }
}

interface Toast extends ToastOptions {
  id: number
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a line above the tab bar; a newer one takes the place of the older. Returns how to take it away. */
export function showToast(options: ToastOptions): () => void {
  lastId += 1
  const id = lastId
  set([{ ...options, id }])
  return () => dismiss(id)
}

const dismiss = (id: number) => set(toasts.filter((toast) => toast.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Placed once, by the shell. */
export function ToastRegion() {
  const current = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className={styles.region} role="status">
      {current.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastLine({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
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
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
