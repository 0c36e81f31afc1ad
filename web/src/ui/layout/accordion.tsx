import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './accordion.module.css'
import { LongList } from './long-list.tsx'

export function Accordion({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.accordion} aria-label={label}>
      {children}
    </ul>
  )
}

interface LongAccordionProps<Item> {
  label: string
  items: readonly Item[]
  /** Returns an `AccordionItem` with its key. */
  children: (item: Item) => ReactNode
}

/** An accordion of any number of entries: the first ones, and a button for more. */
export function LongAccordion<Item>({ label, items, children }: LongAccordionProps<Item>) {
  return (
    <div>
      <LongList items={items} isWhole className={styles.accordion} label={label}>
        {children}
      </LongList>
    </div>
  )
}

interface AccordionItemProps {
  head: ReactNode
  /** Called when the entry is opened or closed. */
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** One entry: the browser's own disclosure, which the keyboard and a search in the page open, too. */
export function AccordionItem({ head, onToggle, children }: AccordionItemProps) {
  return (
    <li>
      <details className={styles.item} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
        <summary className={styles.head}>
          <span className={styles.text}>{head}</span>
          <ChevronDown aria-hidden="true" />
        </summary>
        <div className={styles.body}>{children}</div>
      </details>
    </li>
  )
}
