import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './modal.module.css'
import { useOverlayHistory } from './overlay-history.ts'

export interface ModalProps {
  open: boolean
  /** Also called for Esc, the back gesture and a press outside. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, which stay visible while the body scrolls. */
  footer?: ReactNode
}

function Modal({ open, onClose, title, children, footer, shape }: ModalProps & { shape: 'dialog' | 'sheet' }) {
  const { t } = useTranslation('common')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // The browser gives the focus back only if the element closes before it is removed from the page.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return undefined
    element.showModal()
    return () => element.close()
  }, [open])
  useOverlayHistory(open, onClose)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a native dialog; the click is for the mouse
    <dialog
      ref={dialog}
      className={styles.modal}
      data-shape={shape}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file input inside fires its own cancel; only the dialog's counts, and React decides when it closes.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {open && (
        <div className={styles.box}>
          <header className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            <IconButton icon={X} label={t('close')} onClick={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.foot}>{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}

/** A dialog in the middle of the screen, 440 px wide. */
export function Dialog(props: ModalProps) {
  return <Modal {...props} shape="dialog" />
}

/** A sheet from the bottom on a phone; a dialog on a desktop. */
export function Sheet(props: ModalProps) {
  return <Modal {...props} shape="sheet" />
}
