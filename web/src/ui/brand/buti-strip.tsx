import styles from './buti-strip.module.css'

/** The printed border: one ink, never behind text, one per viewport. */
export function ButiStrip({ tone = 'leaf' }: { tone?: 'leaf' | 'quiet' }) {
  return <div className={styles.strip} data-tone={tone} />
}
