import { type ReactNode, useEffect, useRef } from 'react'
import styles from './tabs.module.css'

interface TabsItem<Value extends string> {
  value: Value
  label: ReactNode
  count?: ReactNode
}

export interface TabsProps<Value extends string> {
  label: string
  tabs: readonly TabsItem<Value>[]
  current: Value
  onChange: (value: Value) => void
}

/** Filters of one list, or views of one thing: toggle buttons in a row, which scrolls sideways if they do not fit. */
export function Tabs<Value extends string>({ label, tabs, current, onChange }: TabsProps<Value>) {
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Tab key={tab.value} tab={tab} isCurrent={tab.value === current} onPress={() => onChange(tab.value)} />
      ))}
    </fieldset>
  )
}

interface TabProps {
  tab: Omit<TabsItem<string>, 'value'>
  isCurrent: boolean
  onPress: () => void
}

function Tab({ tab, isCurrent, onPress }: TabProps) {
  const button = useRef<HTMLButtonElement>(null)
  // A link may have opened a tab that lies beyond the edge of a phone.
  useEffect(() => {
    if (isCurrent && button.current) scrollRowTo(button.current)
  }, [isCurrent])
  return (
    <button ref={button} type="button" className={styles.tab} aria-pressed={isCurrent} onClick={onPress}>
      <span>{tab.label}</span>
      {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
    </button>
  )
}

/** Scrolls the row sideways as far as needed; `scrollIntoView` would scroll the page, too. */
function scrollRowTo(tab: HTMLElement) {
  const row = tab.parentElement
  if (!row) return
  const [inside, around] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  if (inside.left < around.left) row.scrollLeft -= around.left - inside.left
  else if (inside.right > around.right) row.scrollLeft += inside.right - around.right
}
