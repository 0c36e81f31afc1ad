import { cartLines } from '../../../data/orders/cart.ts'
import { useLive } from '../../../data/use-live.ts'
import { mayOrder, useSession } from '../../../data/use-session.ts'
import { useSyncStatus } from '../../../data/use-sync-status.ts'

/**
 * The cart's count; undefined for partners, suppliers and admins, who have none. `count` is undefined until the whole
 * cart has arrived.
 */
export function useCart(): { count: number | undefined } | undefined {
  const { account } = useSession()
  const cart = useLive(cartLines)
  const { isArriving } = useSyncStatus()
  if (!mayOrder(account)) return undefined
  return { count: cart.status === 'ready' && !isArriving ? cart.data.count : undefined }
}
