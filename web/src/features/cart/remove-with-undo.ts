import { cart, type TakenLine } from '../../data/orders/cart.ts'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { openUndo } from '../../ui/feedback/undo.ts'

export const cartUndo = openUndo<TakenLine>(
  ({ flowerId }) => flowerId,
  async (lines) => {
    for (const { flowerId, quantity, message } of lines) await cart.add(flowerId, quantity, message || undefined)
  },
)

/** Removes lines from the cart and offers an Undo; returns false if the removal could not be stored. */
export async function removeWithUndo(
  taking: Promise<readonly TakenLine[]>,
  message: (count: number) => string,
): Promise<boolean> {
  if (!(await saveOrToast(taking))) return false
  cartUndo.offer({ taken: await taking, message })
  return true
}
