import type { ReactNode } from 'react'
import styles from './kept-list.module.css'

export interface KeptEntry {
  id: string
  title: ReactNode
  what?: string
  facts: { label: string; text: string }[]
}

/** A list of what is kept; each entry says why, how long and where. */
export function KeptList({ label, entries }: { label: string; entries: KeptEntry[] }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {entries.map(({ id, title, what, facts }) => (
        <li key={id} className={styles.entry}>
          <p className={styles.title}>{title}</p>
          {what && <p>{what}</p>}
          <dl className={styles.facts}>
            {facts.map(({ label: question, text }) => (
              <div key={question} className={styles.fact}>
                <dt>{question}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
