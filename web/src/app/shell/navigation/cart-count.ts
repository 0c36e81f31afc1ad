import { mayOrder, useSession } from '../../../data/session.ts'
import { cartLines } from '../../../data/shop/cart.ts'
import { useSyncStatus } from '../../../data/sync-status.ts'
import { useLive } from '../../../data/use-live.ts'

/** The cart of whoever has one: not partners, suppliers, admins. Its count is absent until all of it is here. */
export function useCart(): { count: number | undefined } | undefined {
  const { account } = useSession()
  const cart = useLive(cartLines)
  const { isArriving } = useSyncStatus()
  if (!mayOrder(account)) return undefined
  return { count: cart.status === 'ready' && !isArriving ? cart.data.count : undefined }
}
