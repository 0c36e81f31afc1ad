import { useEffect, useMemo, useState } from 'react'
import { type Flower, hasVisibleText } from '#model'
import { networkAgain, waitAfter } from '../../../data/network-again.ts'
import type { FlowerIndex } from './flower-index.ts'

/** `ids` is undefined if nothing is searched for. */
export type FlowerSearch =
  | { status: 'loading' }
  | { status: 'failed'; error: Error }
  | { status: 'ready'; ids: ReadonlySet<string> | undefined }

/** How long it waits before it builds the index, so that the first cards are shown first. */
const IDLE_MS = 300

// One index for the page: it survives leaving the screen, and a changed catalogue costs only the changes.
let index: FlowerIndex | undefined
let indexed: readonly Flower[] | undefined

/**
 * Builds the index while the page is idle. While it is updated after a change of the catalogue, the old index answers.
 */
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
    const begin = async () => {
      for (let tries = 0; !leaving.signal.aborted; tries += 1) {
        try {
          return await make()
        } catch (cause) {
          if (leaving.signal.aborted) return
          setError(cause instanceof Error ? cause : new Error(String(cause)))
        }
        // The code of the search could not be loaded.
        await networkAgain(waitAfter(tries))
      }
    }
    const timer = setTimeout(() => void begin(), isWanted ? 0 : IDLE_MS)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [flowers, isWanted])

  const ids = useMemo(() => (isWanted ? known?.index.find(search) : undefined), [known, isWanted, search])
  if (!isWanted || ids) return { status: 'ready', ids }
  return error ? { status: 'failed', error } : { status: 'loading' }
}
