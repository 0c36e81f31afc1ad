import { cart, type TakenLine } from '../../data/shop/cart.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { didSave } from '../../ui/feedback/did-save.ts'
import { openUndo } from '../../ui/feedback/undo.ts'

const offerUndo = openUndo<TakenLine>()

async function putBack(lines: readonly TakenLine[]) {
  for (const { flowerId, quantity, message } of lines) await cart.add(flowerId, quantity, message || undefined)
}

/** Takes lines out of the cart and offers them back; false where that could not be stored. */
export function useTakeOut() {
  const { t } = useTranslation('cart')
  return async (taking: Promise<readonly TakenLine[]>, message: (count: number) => string): Promise<boolean> => {
    if (!(await didSave(taking))) return false
    offerUndo({
      taken: await taking,
      undo: t('undo'),
      putBack: (all) => void didSave(putBack(all)),
      message: ({ length }) => message(length),
    })
    return true
  }
}
