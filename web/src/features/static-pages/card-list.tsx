import type { LucideIcon } from 'lucide-react'
import { Panel } from '../../ui/layout/page.tsx'
import styles from './card-list.module.css'

export interface Card {
  icon: LucideIcon
  title: string
  text: string
}

/** Short statements side by side, each with its own heading. */
export function CardList({ cards }: { cards: Card[] }) {
  return (
    <ul className={styles.cards}>
      {cards.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Panel>
            <Icon aria-hidden="true" className={styles.icon} />
            <h3>{title}</h3>
            <p className={styles.text}>{text}</p>
          </Panel>
        </li>
      ))}
    </ul>
  )
}
