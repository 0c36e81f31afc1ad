import i18next from 'i18next'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type DeletionJob, desk } from '../../data/admin/desk.ts'
import { isUnanswered } from '../../data/api/result.ts'
import { announce } from '../../ui/overlays/toasts.tsx'

const EVERY_MS = 2_000
const RELOAD_MS = 1_000

export interface Deletions {
  jobs: readonly DeletionJob[]
  /** Shows a job at once that this desk has just started. */
  started: (job: DeletionJob) => void
  lookNow: () => Promise<void>
}

/** Asks for the deletions that are under way, of every admin, while the desk is in sight. */
export function useDeletions(me: string, online: boolean, onEnd: () => void): Deletions {
  const [jobs, setJobs] = useState<readonly DeletionJob[]>([])
  const known = useRef<readonly DeletionJob[]>([])
  const lastLook = useRef(0)
  const isLooking = useRef(false)

  const show = useCallback((next: readonly DeletionJob[]) => {
    known.current = next
    // Without a job nothing is drawn again at each look.
    setJobs((before) => (before.length === 0 && next.length === 0 ? before : next))
  }, [])

  /** Reads how a job ended that the service no longer lists; until that is read, the desk keeps the job. */
  const readEnd = useCallback(
    async ({ id }: DeletionJob) => {
      const found = await desk.deletion(id)
      const isKnown = known.current.some((job) => job.id === id)
      // Another look has read the end, or there is no answer: the next look asks again.
      if (!isKnown || (!found.ok && isUnanswered(found.error))) return
      if (found.ok && found.value.state !== 'done' && found.value.state !== 'undone') return
      show(known.current.filter((job) => job.id !== id))
      onEnd()
      if (!found.ok) return
      const { state, isEverybody, by } = found.value
      if (state === 'undone') return announce({ message: i18next.t('desk:job.undone') })
      announce({ message: i18next.t(isEverybody ? 'desk:clear.done' : 'desk:job.done') })
      // As specified; another admin's desk only shows the new figures, because something may be typed in it.
      if (isEverybody && by === me) setTimeout(() => location.reload(), RELOAD_MS)
    },
    [me, onEnd, show],
  )

  const lookNow = useCallback(async () => {
    lastLook.current += 1
    const mine = lastLook.current
    isLooking.current = true
    const found = await desk.runningDeletions()
    // A newer look has begun, or the desk was left.
    if (mine !== lastLook.current) return
    if (found.ok) {
      const gone = known.current.filter((job) => !found.value.some(({ id }) => id === job.id))
      show([...found.value, ...gone])
      for (const job of gone) await readEnd(job)
    }
    if (mine === lastLook.current) isLooking.current = false
  }, [show, readEnd])

  useEffect(() => {
    if (!online) return
    const look = () => {
      // An answer may take longer than the time between two looks.
      if (document.visibilityState === 'visible' && !isLooking.current) void lookNow()
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => {
      clearInterval(timer)
      lastLook.current += 1
      isLooking.current = false
    }
  }, [online, lookNow])

  const started = useCallback(
    (job: DeletionJob) => show([...known.current.filter(({ id }) => id !== job.id), job]),
    [show],
  )
  return { jobs, started, lookNow }
}
