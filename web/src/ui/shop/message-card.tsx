import styles from './message-card.module.css'

export interface MessageCardProps {
  text: string
  /** Said to those who do not see that it is a card. */
  label?: string
}

/** The card that goes with the flowers, with what is written on it. */
export function MessageCard({ text, label }: MessageCardProps) {
  return (
    <figure className={styles.figure}>
      {label && <figcaption className={styles.label}>{label}</figcaption>}
      <blockquote className={styles.card}>{text}</blockquote>
    </figure>
  )
}
