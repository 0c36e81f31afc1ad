import { useCallback, useEffect, useRef, useState } from 'react'
import { desk, type User, type UsersFilter, type UsersPage } from '../../../data/admin/desk.ts'

interface Listed {
  /** The filter that it is the list of. */
  of: string
  /** What has been loaded so far, in order. */
  users: readonly User[]
  page: UsersPage
  next: string | undefined
  /** When it was read, if it is what this browser kept of an earlier visit. */
  keptAt?: string
}

export interface Users {
  /** Undefined before the first answer. */
  listed: Listed | undefined
  error: string | undefined
  isLoading: boolean
  loadMore: () => void
}

/** Reads the users whom the filter leaves, a page at a time; without a network it shows the list that was read last. */
export function useUsers({ q, role, sort }: UsersFilter, round: number, online: boolean): Users {
  const [listed, setListed] = useState<Listed>()
  const [error, setError] = useState<string>()
  const [isLoading, setLoading] = useState(false)
  const asking = useRef(0)

  const of = `${sort} ${role} ${q}`

  const read = useCallback(
    async (before?: Listed) => {
      asking.current += 1
      const mine = asking.current
      setLoading(true)
      const found = await desk.users({ q, role, sort }, before?.next)
      // A newer filter was chosen, or the screen was left.
      if (mine !== asking.current) return
      setLoading(false)
      if (found.ok) {
        const page = found.value
        setError(undefined)
        setListed({ of, users: [...(before?.users ?? []), ...page.users], page, next: page.next })
        return
      }
      setError(found.error)
      const kept = desk.lastUsers({ q, role, sort })
      // The list of another filter would be wrong under this one.
      setListed((known) =>
        known?.of === of ? known : kept && { of, ...kept.page, page: kept.page, next: undefined, keptAt: kept.at },
      )
    },
    [of, q, role, sort],
  )

  // Also when the desk has changed somebody, and when the network comes or goes.
  const occasion = `${round} ${online}`
  useEffect(() => {
    if (occasion) void read()
    return () => {
      asking.current += 1
    }
  }, [read, occasion])

  return {
    listed,
    error,
    isLoading,
    loadMore: () => {
      if (listed?.next !== undefined && !isLoading && error === undefined) void read(listed)
    },
  }
}
