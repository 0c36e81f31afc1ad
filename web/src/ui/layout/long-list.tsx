import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useTranslation } from '../../i18n/use-translation.ts'
import { keyInHistory } from '../../paths.ts'
import { Button } from '../buttons/button.tsx'
import styles from './long-list.module.css'

/** So many items are drawn at once: thousands would keep the page from answering. */
const STEP = 50

interface LongListProps<Item> {
  items: readonly Item[]
  /** Else more are still being read, and their number is not known. */
  isWhole: boolean
  className?: string | undefined
  /** An `<li>` with its key. */
  children: (item: Item) => ReactNode
}

/** The first items of a list, with a button for the next ones. How many are shown is in the address, so one list a screen. */
export function LongList<Item>({ items, isWhole, className, children }: LongListProps<Item>) {
  const { t } = useTranslation('parts')
  const list = useRef<HTMLUListElement>(null)
  const { shown, show } = useShown()
  /** Index of the item that gets the focus once it is drawn: the button would leave it behind the new items. */
  const next = useRef<number>(undefined)
  useEffect(() => {
    const item = next.current === undefined ? undefined : list.current?.children[next.current]
    if (!item) return
    next.current = undefined
    item.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  })
  const left = Math.max(0, items.length - shown)
  const showMore = () => {
    next.current = shown
    show(shown + STEP)
  }

  return (
    <>
      <ul ref={list} className={className}>
        {items.slice(0, shown).map(children)}
      </ul>
      <div className={styles.more}>
        <p role="status">{isWhole ? left > 0 && t('list.shown', { shown, count: items.length }) : t('list.reading')}</p>
        {left > 0 && <Button onClick={showMore}>{t('list.more', { count: Math.min(STEP, left) })}</Button>}
      </div>
    </>
  )
}

/** In the address: a reload and the way back find as many again, and the place where one was. */
function useShown() {
  const [query, setQuery] = useSearchParams()
  const { key } = useLocation()
  const given = Number(query.get('shown'))
  return {
    shown: Number.isSafeInteger(given) && given > STEP ? given : STEP,
    show(shown: number) {
      // On the way to another screen the list is still drawn, but the address is that screen's.
      if (keyInHistory() !== key) return
      const changed = new URLSearchParams(query)
      changed.set('shown', String(shown))
      setQuery(changed, { replace: true })
    },
  }
}
