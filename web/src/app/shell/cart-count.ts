import { cartLines } from '../../data/cart.ts'
import { useSession } from '../../data/session.ts'
import { useLive } from '../../data/use-live.ts'

/** How many are in the cart; undefined for those who have none: partners, suppliers, admins. */
export function useCartCount(): number | undefined {
  const { account } = useSession()
  const cart = useLive(cartLines)
  if (account && account.role !== 'CUSTOMER') return undefined
  return cart.status === 'ready' ? cart.data.count : 0
}
