import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './dropdown.module.css'

export interface DropdownProps {
  /** The button's content. */
  button: ReactNode
  label?: string
  className?: string | undefined
  children: (close: () => void) => ReactNode
}

/**
 * A button with a panel below it; it closes on a choice, Esc, a press elsewhere, or when the mouse or the focus leaves.
 */
export function Dropdown({ button, label, className, children }: DropdownProps) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)

  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      trigger.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices when the mouse or the focus leaves
    <div
      ref={box}
      className={styles.dropdown}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') close()
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div className={styles.bridge}>
          <div className={styles.panel}>{children(close)}</div>
        </div>
      )}
    </div>
  )
}
