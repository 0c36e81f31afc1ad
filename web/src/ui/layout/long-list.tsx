import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import { useTranslation } from '../../i18n/use-translation.ts'
import { keyInHistory } from '../../paths.ts'
import { Button } from '../buttons/button.tsx'
import styles from './long-list.module.css'

/** The number of items that are drawn at once: thousands would block the page. */
const STEP = 50
/** The number of items that are drawn at once when the list opens: they fill a screen. The others follow in slices. */
const FIRST = 10

interface LongListProps<Item> {
  items: readonly Item[]
  /** False while more items are being read: their number is not known then. */
  isWhole: boolean
  className?: string | undefined
  label?: string | undefined
  /** The id of its heading. */
  labelledBy?: string | undefined
  /** The name of the number of shown items in the address. A second list of a screen needs another one. */
  inAddress?: string
  /** Returns an `<li>` with its key. */
  children: (item: Item) => ReactNode
}

/** The first items of a list, and a button for more. Their number is in the address. */
export function LongList<Item>(props: LongListProps<Item>) {
  const { items, isWhole, className, label, labelledBy, inAddress = 'shown', children } = props
  const { t } = useTranslation('parts')
  const list = useRef<HTMLUListElement>(null)
  const { shown, show, isReturn } = useShown(inAddress)
  const drawn = useDeferredValue(shown, isReturn ? shown : FIRST)
  /** The index of the item that gets the focus when it is drawn: the button moves to the end of the new items. */
  const next = useRef<number>(undefined)
  useEffect(() => {
    const item = next.current === undefined ? undefined : list.current?.children[next.current]
    if (!item) return
    next.current = undefined
    const control = item.querySelector<HTMLElement>('a, button, summary')
    // An item that can only be read gets the focus itself.
    if (!control) item.setAttribute('tabindex', '-1')
    ;(control ?? (item as HTMLElement)).focus({ preventScroll: true })
  })
  const left = Math.max(0, items.length - shown)
  const showMore = () => {
    next.current = shown
    show(shown + STEP)
  }

  return (
    <>
      <ul ref={list} className={className} aria-label={label} aria-labelledby={labelledBy}>
        {items.slice(0, drawn).map(children)}
      </ul>
      <div className={styles.more}>
        <p role="status">{isWhole ? left > 0 && t('list.shown', { shown, count: items.length }) : t('list.reading')}</p>
        {left > 0 && <Button onClick={showMore}>{t('list.more', { count: Math.min(STEP, left) })}</Button>}
      </div>
    </>
  )
}

/** The number of shown items is in the address, so that a reload or going back keeps it and the scroll position. */
function useShown(name: string) {
  const [query, setQuery] = useSearchParams()
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const given = Number(query.get(name))
  return {
    shown: Number.isSafeInteger(given) && given > STEP ? given : STEP,
    /** After Back or a reload the list must be as tall as before, for the scroll position. A typed address has no position. */
    isReturn: isBack && key !== 'default',
    show(shown: number) {
      // While another screen opens, this list is still drawn, but the address is already that screen's.
      if (keyInHistory() !== key) return
      const changed = new URLSearchParams(query)
      changed.set(name, String(shown))
      setQuery(changed, { replace: true })
    },
  }
}
