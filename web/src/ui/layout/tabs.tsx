import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface TabsProps<Value extends string> {
  label: string
  tabs: readonly { value: Value; label: ReactNode; count?: ReactNode }[]
  current: Value
  onChange: (value: Value) => void
}

/** Filters of one list, or views of one thing: toggle buttons in a row, which scrolls sideways if they do not fit. */
export function Tabs<Value extends string>({ label, tabs, current, onChange }: TabsProps<Value>) {
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={styles.tab}
          aria-pressed={tab.value === current}
          onClick={() => onChange(tab.value)}
        >
          <span>{tab.label}</span>
          {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
