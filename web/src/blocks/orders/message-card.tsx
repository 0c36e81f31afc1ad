import styles from './message-card.module.css'

export interface MessageCardProps {
  text: string
  /** Said to those who do not see that it is a card. */
  label?: string
  /** The beginning of a long one. */
  isShort?: boolean
}

/** The card that goes with the flowers, with what is written on it. */
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
