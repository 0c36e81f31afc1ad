import styles from './ornament-strip.module.css'

/** A decorative border: in one colour, never behind text, one per screen. */
export function OrnamentStrip({ tone = 'leaf' }: { tone?: 'leaf' | 'quiet' }) {
  return <div className={styles.strip} data-tone={tone} />
}
