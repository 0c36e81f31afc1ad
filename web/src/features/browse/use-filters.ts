import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import { findCity } from '#model'
import { type Filters, readFilters, writeFilters } from '../../blocks/catalogue/browse-filters.ts'
import { usePreference } from '../../data/preferences.ts'
import { keyInHistory, sameScreen } from '../../paths.ts'

/** Browsers take only so many changes of the address in a while. */
const PAUSE_MS = 300

interface FiltersInAddress {
  filters: Filters
  /** A choice of its own: Back takes it back. It stands in the address once `seen` is called, or the next one comes. */
  choose: (change: Partial<Filters>) => void
  /** What was chosen is seen: now the whole screen may follow the address. */
  seen: () => void
  /** One of many on the way, a key or a step of the slider: it stands in the address when the hand rests, and Back takes back all of them. */
  flow: (change: Partial<Filters>) => void
  /** Writes what still waits for the hand to rest; what flows next is another step of Back. */
  rest: () => void
}

/** The filters as the address has them, so that Back, a reload and a shared link find them again. */
export function useFilters(): FiltersInAddress {
  const [query, setQuery] = useSearchParams()
  const { key, state } = useLocation()
  const navigation = useNavigationType()
  const [home] = usePreference('city')
  const homeCity = query.size === 0 ? findCity(home ?? '')?.id : undefined
  // The router takes its time; what was done shows at once.
  const [ahead, setAhead] = useState<Partial<Filters>>({})
  const [lastKey, setLastKey] = useState(key)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const chosen = useRef<Filters>(undefined)
  const filters = useMemo(
    () => ({ ...readFilters(query), ...(homeCity && { city: homeCity }), ...ahead }),
    [query, homeCity, ahead],
  )

  // After Back or a link the address says all there is; what we write ourselves lags behind.
  const isOurs = navigation !== 'POP' && Object(state).isSameScreen === sameScreen.isSameScreen
  if (key !== lastKey) {
    setLastKey(key)
    if (!isOurs) setAhead({})
  }
  const at = useRef(key)
  /** By us, and perhaps not told by the router yet. */
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
  // Who comes without a wish sees their own city's shelf, and shares its address.
  useEffect(() => {
    if (homeCity && !chosen.current) setQuery({ city: homeCity }, { replace: true })
  }, [homeCity, setQuery])

  const write = (next: Filters, { replace }: { replace: boolean }) => {
    clearTimeout(timer.current)
    timer.current = undefined
    // The router moves at once and tells later: after a link or Back there is nothing of this screen to write down.
    if (![at.current, written.current].includes(keyInHistory())) return
    setQuery(writeFilters(next), { replace, state: sameScreen })
    written.current = keyInHistory()
  }
  /** What flows, and the entry that it stands on. */
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
