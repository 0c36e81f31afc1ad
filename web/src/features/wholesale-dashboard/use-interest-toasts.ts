import { useEffect, useRef } from 'react'
import type { InterestChange } from '../../data/bulk/supplier-requests.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { announce } from '../../ui/overlays/toasts.tsx'

/** Says in one line when the service has confirmed a change of interest that was waiting on this screen. */
export function useInterestToasts(asked: readonly InterestChange[] | undefined): void {
  const { t } = useTranslation('wholesale')
  /** The intents that had no receipt when they were last looked at. */
  const waiting = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!asked) return
    for (const { intent, receipt } of asked)
      if (receipt?.outcome === 'done' && waiting.current.has(intent._id))
        announce({ message: intent.kind === 'show-interest' ? t('interest.shown') : t('interest.removed') })
    waiting.current = new Set(asked.flatMap(({ intent, receipt }) => (receipt ? [] : [intent._id])))
  }, [asked, t])
}
