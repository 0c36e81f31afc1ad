import { useEffect, useState } from 'react'
import { askHealth } from '../../../data/service-health.ts'
import { useSyncStatus } from '../../../data/use-sync-status.ts'
import { type CodeRequestDraft, isValid } from './code-request-draft.ts'

const LOOK_MS = 10_000

/**
 * Whether mails are late: what the service said when it sent the code, and then what it says while the person waits for
 * the code.
 */
export function useMailLate(asked: CodeRequestDraft): boolean {
  const { online } = useSyncStatus()
  const [seen, setSeen] = useState<{ asked: CodeRequestDraft; isLate: boolean }>()

  useEffect(() => {
    if (!online) return
    let isHere = true
    const look = async () => {
      if (!isValid(asked)) return clearInterval(timer)
      const answer = await askHealth()
      if (isHere && answer.available) setSeen({ asked, isLate: answer.data.mail.isLate === true })
    }
    const timer = setInterval(look, LOOK_MS)
    return () => {
      isHere = false
      clearInterval(timer)
    }
  }, [asked, online])

  // Without a network this is unknown and counts as not late.
  return online && (seen?.asked === asked ? seen.isLate : asked.isMailLate === true)
}
