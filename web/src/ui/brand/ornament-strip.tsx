import styles from './ornament-strip.module.css'

/** The printed border: one ink, never behind text, one per viewport. */
export function OrnamentStrip({ tone = 'leaf' }: { tone?: 'leaf' | 'quiet' }) {
  return <div className={styles.strip} data-tone={tone} />
}
