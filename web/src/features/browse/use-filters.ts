import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import { findCity } from '#model'
import { type Filters, readFilters, writeFilters } from '../../blocks/catalogue/browse-filters.ts'
import { usePreference } from '../../data/preferences.ts'
import { keyInHistory, sameScreen } from '../../paths.ts'

/** Browsers limit how often the address may change within a short time. */
const PAUSE_MS = 300

interface FiltersInAddress {
  filters: Filters
  /** A single choice, which Back undoes. It is written to the address once `seen` is called, or before the next one. */
  choose: (change: Partial<Filters>) => void
  /** The choice has been painted: now the whole screen may follow the address. */
  seen: () => void
  /**
   * One of many changes in a row, a key or a step of the slider. It is written to the address after a pause, and Back
   * undoes all of them.
   */
  flow: (change: Partial<Filters>) => void
  /** Writes a change that still waits for the pause; the next change is another step of Back. */
  rest: () => void
}

/** The filters in the address, so that Back, a reload and a shared link find them again. */
export function useFilters(): FiltersInAddress {
  const [query, setQuery] = useSearchParams()
  const { key, state } = useLocation()
  const navigation = useNavigationType()
  const [home] = usePreference('city')
  const homeCity = query.size === 0 ? findCity(home ?? '')?.id : undefined
  // The router takes its time; these changes are shown at once.
  const [ahead, setAhead] = useState<Partial<Filters>>({})
  const [lastKey, setLastKey] = useState(key)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const chosen = useRef<Filters>(undefined)
  const filters = useMemo(
    () => ({ ...readFilters(query), ...(homeCity && { city: homeCity }), ...ahead }),
    [query, homeCity, ahead],
  )

  // After Back or a link the address has all the filters; after our own writes it lags behind.
  const isOurs = navigation !== 'POP' && Object(state).isSameScreen === sameScreen.isSameScreen
  if (key !== lastKey) {
    setLastKey(key)
    if (!isOurs) setAhead({})
  }
  const at = useRef(key)
  /** The key of the entry that we wrote last; the router may not have reported it yet. */
  const written = useRef<string>(undefined)
  useEffect(() => {
    if (at.current !== key && !isOurs) {
      chosen.current = undefined
      clearTimeout(timer.current)
      timer.current = undefined
    }
    at.current = key
  }, [key, isOurs])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // A quick Back undoes our write before the router has reported it, and then the key never changes.
    const forget = () => {
      if (keyInHistory() !== written.current) setAhead({})
    }
    addEventListener('popstate', forget)
    return () => removeEventListener('popstate', forget)
  }, [])
  // A person who comes without filters sees the list of their own city, and can share its address.
  useEffect(() => {
    if (homeCity && !chosen.current) setQuery({ city: homeCity }, { replace: true })
  }, [homeCity, setQuery])

  const write = (next: Filters, { replace }: { replace: boolean }) => {
    clearTimeout(timer.current)
    timer.current = undefined
    // The router changes the history at once and reports it later: after a link or Back this screen must write nothing.
    if (![at.current, written.current].includes(keyInHistory())) return
    setQuery(writeFilters(next), { replace, state: sameScreen })
    written.current = keyInHistory()
  }
  /** The field that changes, and the history entry that holds it. */
  const flowing = useRef<{ field: string | undefined; entry?: string | undefined }>(undefined)
  const writeFlow = (next: Filters) => {
    write(next, { replace: flowing.current?.entry === keyInHistory() })
    flowing.current = { field: flowing.current?.field, entry: written.current }
  }
  const seen = () => {
    const next = chosen.current
    chosen.current = undefined
    if (next) write(next, { replace: false })
  }
  const rest = () => {
    if (timer.current !== undefined) writeFlow(filters)
    flowing.current = undefined
  }
  return {
    filters,
    choose: (change) => {
      seen()
      rest()
      setAhead({ ...ahead, ...change })
      chosen.current = { ...filters, ...change }
    },
    seen,
    flow: (change) => {
      seen()
      const [field] = Object.keys(change)
      if (flowing.current?.field !== field) rest()
      flowing.current ??= { field }
      setAhead({ ...ahead, ...change })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => writeFlow({ ...filters, ...change }), PAUSE_MS)
    },
    rest,
  }
}
