import { ulidOf } from '#model'
import type { OrderView } from '../../data/orders/orders.ts'
import { useSession } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loginFor, paths } from '../../paths.ts'

interface PendingReason {
  /** A few words, shown under "Sent". */
  note: string
  text: string
  /** The address of the login, if logging in would help. */
  login?: string
}

/** The reason why a saved order waits: for the network, an answer, its turn, or a new login. */
export function usePendingReason({ id }: OrderView): PendingReason {
  const { t } = useTranslation('orders')
  const { when } = useFormat()
  const { signedOutByServer } = useSession()
  const { online, isMaintenance, isUnanswered, retryAt } = useSyncStatus()
  const login = loginFor(paths.orderTracking(ulidOf(id)))
  if (signedOutByServer) return { note: t('stage.waitingLogin'), text: t('stage.loginText'), login }
  if (!online) return { note: t('stage.waiting'), text: t('stage.savedText') }
  if (retryAt) return { note: t('stage.waitingTurn'), text: t('stage.turnText', { time: when(retryAt) }), login }
  if (isMaintenance) return { note: t('stage.waitingMaintenance'), text: t('stage.maintenanceText') }
  if (isUnanswered) return { note: t('stage.waitingAnswer'), text: t('stage.onItsWayText') }
  return { note: t('stage.onItsWay'), text: t('stage.onItsWayText') }
}
