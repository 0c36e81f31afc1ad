import { useEffect } from 'react'
import { autoAccepted, isCarried } from '#model'
import { useIsReachable } from '../../blocks/sync/use-is-reachable.ts'
import { accept } from '../../data/deliveries/moves.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { useIsInFront } from '../../ui/layout/is-in-front.ts'
import { showToast } from '../../ui/overlays/toasts.tsx'
import type { Partner } from './partner/use-partner.ts'

/**
 * Accepts the nearest delivery for a partner who has switched this on, while they are on duty, have this page in front
 * and carry nothing. Without a network it accepts nothing, because the confirmation could come too late.
 */
export function useAutoAccept({ partner, duty, deliveries, requests }: Partner): void {
  const { t } = useTranslation('deliveries')
  const online = useIsReachable()
  const isInFront = useIsInFront()
  const isWanted = partner?.profile.autoAccept === true && duty?.isOn === true && online && isInFront
  const chosen =
    isWanted && requests?.isComplete && deliveries?.isWhole
      ? autoAccepted(requests, deliveries.items.filter(isCarried).length)?._id
      : undefined
  useEffect(() => {
    if (chosen === undefined) return
    const accepting = accept(chosen)
    void saveOrToast(accepting).then(async (isSaved) => {
      if (isSaved && (await accepting)) showToast({ message: t('auto.accepted') })
    })
  }, [chosen, t])
}
