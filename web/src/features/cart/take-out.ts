import { cart, type TakenLine } from '../../data/shop/cart.ts'
import { didSave } from '../../ui/feedback/did-save.ts'
import { openUndo } from '../../ui/feedback/undo.ts'

export const undoOfCart = openUndo<TakenLine>(
  ({ flowerId }) => flowerId,
  async (lines) => {
    for (const { flowerId, quantity, message } of lines) await cart.add(flowerId, quantity, message || undefined)
  },
)

/** Takes lines out of the cart and offers them back; false where that could not be stored. */
export async function takeOut(
  taking: Promise<readonly TakenLine[]>,
  message: (count: number) => string,
): Promise<boolean> {
  if (!(await didSave(taking))) return false
  undoOfCart.offer({ taken: await taking, message })
  return true
}
