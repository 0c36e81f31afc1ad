import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DESK_ROLES, type DeskRole, USER_SORTS, type UserSort, type UsersFilter } from '../../../data/admin/desk.ts'

/** Browsers limit how often the address may change within a short time. */
const PAUSE_MS = 250

const isRole = (text: string | null): text is DeskRole => DESK_ROLES.includes(text as DeskRole)
const isSort = (text: string | null): text is UserSort => USER_SORTS.includes(text as UserSort)

export interface FilterInAddress {
  filter: UsersFilter
  /** What stands in the search field; the filter follows after a pause. */
  typed: string
  type: (text: string) => void
  choose: (change: Partial<Pick<UsersFilter, 'role' | 'sort'>>) => void
}

/** The filter of the list in the address, so that a reload and a shared link find it again. */
export function useUsersFilter(): FilterInAddress {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const [role, sort] = [search.get('role'), search.get('sort')]
  const [typed, setTyped] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const filter = useMemo<UsersFilter>(
    () => ({ q, role: isRole(role) ? role : '', sort: isSort(sort) ? sort : 'newest' }),
    [q, role, sort],
  )
  const write = useCallback(
    (change: Partial<UsersFilter>) => {
      const next = { ...filter, ...change }
      setSearch(
        {
          tab: 'users',
          ...(next.q && { q: next.q }),
          ...(next.role && { role: next.role }),
          ...(next.sort !== 'newest' && { sort: next.sort }),
        },
        { replace: true },
      )
    },
    [filter, setSearch],
  )
  return {
    filter,
    typed,
    type(text) {
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => write({ q: text.trim() }), PAUSE_MS)
    },
    choose(change) {
      clearTimeout(timer.current)
      write({ q: typed.trim(), ...change })
    },
  }
}
