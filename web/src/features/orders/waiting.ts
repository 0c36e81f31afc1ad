import { useTranslation } from 'react-i18next'
import { ulidOf } from '#model'
import type { OrderView } from '../../data/orders.ts'
import { useSession } from '../../data/session.ts'
import { link, paths } from '../../paths.ts'

interface Waiting {
  /** A few words, under "Sent". */
  note: string
  text: string
  /** Where to log in, if that is what is missing. */
  login?: string
}

export const loginFor = (path: string): string => link(`${paths.login}?next=${encodeURIComponent(path)}`)

/** What an order that is saved here waits for: the network, or that somebody logs in again. */
export function useWaiting({ id }: OrderView): Waiting {
  const { t } = useTranslation('orders')
  const { account, signedOutByServer } = useSession()
  if (account && !signedOutByServer) return { note: t('stage.waiting'), text: t('stage.savedText') }
  return {
    note: t('stage.waitingLogin'),
    text: t('stage.loginText'),
    login: loginFor(paths.orderTracking(ulidOf(id))),
  }
}
