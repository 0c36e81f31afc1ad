import i18next from 'i18next'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type DeletionJob, desk } from '../../data/admin/desk.ts'
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
  const asking = useRef(0)

  const show = useCallback((next: readonly DeletionJob[]) => {
    known.current = next
    setJobs(next)
  }, [])

  const ended = useCallback(
    async (job: DeletionJob) => {
      const found = await desk.deletion(job.id)
      if (!found.ok) return
      const { state, isEverybody, by } = found.value
      if (state !== 'done' && state !== 'undone') return
      onEnd()
      if (state === 'undone') return announce({ message: i18next.t('desk:job.undone') })
      announce({ message: i18next.t(isEverybody ? 'desk:clear.done' : 'desk:job.done') })
      // As specified; another admin's desk only shows the new figures, because something may be typed in it.
      if (isEverybody && by === me) setTimeout(() => location.reload(), RELOAD_MS)
    },
    [me, onEnd],
  )

  const lookNow = useCallback(async () => {
    asking.current += 1
    const mine = asking.current
    const found = await desk.runningDeletions()
    if (mine !== asking.current || !found.ok) return
    const before = known.current
    show(found.value)
    for (const job of before) if (!found.value.some(({ id }) => id === job.id)) await ended(job)
  }, [show, ended])

  useEffect(() => {
    if (!online) return
    const look = () => {
      if (document.visibilityState === 'visible') void lookNow()
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => {
      clearInterval(timer)
      asking.current += 1
    }
  }, [online, lookNow])

  const started = useCallback((job: DeletionJob) => show([...known.current, job]), [show])
  return { jobs, started, lookNow }
}
