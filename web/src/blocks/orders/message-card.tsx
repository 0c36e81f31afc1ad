import styles from './message-card.module.css'

export interface MessageCardProps {
  text: string
  /** The heading that says that this is a card, if the screen does not. */
  label?: string
  /** Shows only the beginning of a long message. */
  isShort?: boolean
}

/** The card that goes with the flowers, with its message. */
export function MessageCard({ text, label, isShort = false }: MessageCardProps) {
  return (
    <figure className={styles.figure}>
      {label && <figcaption className={styles.label}>{label}</figcaption>}
      <blockquote className={styles.card} data-short={isShort || undefined}>
        <p>{text}</p>
      </blockquote>
    </figure>
  )
}
