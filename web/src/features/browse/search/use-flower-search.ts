import { useEffect, useMemo, useState } from 'react'
import { type Flower, hasVisibleText } from '#model'
import type { FlowerIndex } from './flower-index.ts'

/** `ids` is undefined while nothing is searched for. */
export type FlowerSearch =
  | { status: 'loading' }
  | { status: 'failed'; error: Error }
  | { status: 'ready'; ids: ReadonlySet<string> | undefined }

/** The first cards come first. */
const IDLE_MS = 300

// One for the page: who comes back finds it again, and a changed catalogue costs what changed.
let index: FlowerIndex | undefined
let indexed: readonly Flower[] | undefined

/** The index is made while nothing else happens; until it has come as far as a changed catalogue, what it knew answers. */
export function useFlowerSearch(flowers: readonly Flower[], search: string): FlowerSearch {
  const [known, setKnown] = useState(() => (indexed === flowers ? index && { index } : undefined))
  const [error, setError] = useState<Error>()
  const isWanted = hasVisibleText(search)

  useEffect(() => {
    const leaving = new AbortController()
    const make = async () => {
      const { FlowerIndex } = await import('./flower-index.ts')
      index ??= new FlowerIndex()
      await index.read(flowers, leaving.signal)
      indexed = flowers
      if (leaving.signal.aborted) return
      setKnown({ index })
      setError(undefined)
    }
    const begin = () =>
      void make().catch((cause: Error) => {
        if (!leaving.signal.aborted) setError(cause)
      })
    const timer = setTimeout(begin, isWanted ? 0 : IDLE_MS)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [flowers, isWanted])

  const ids = useMemo(() => (isWanted ? known?.index.find(search) : undefined), [known, isWanted, search])
  if (!isWanted || ids) return { status: 'ready', ids }
  return error ? { status: 'failed', error } : { status: 'loading' }
}
