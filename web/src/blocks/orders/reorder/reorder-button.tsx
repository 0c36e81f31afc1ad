import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { allFlowers } from '../../../data/catalogue/flowers.ts'
import { cart } from '../../../data/orders/cart.ts'
import { useLive } from '../../../data/use-live.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import type { ShownLine } from '../order-contents.ts'
import { availableLines } from './available-lines.ts'

/** Puts an order's flowers that are available into the cart, and names the others. */
export function ReorderButton({ lines }: { lines: readonly ShownLine[] }) {
  const { t } = useTranslation('orders')
  const { language } = useFormat()
  const navigate = useNavigate()
  const flowers = useLive(allFlowers)
  const [isAdding, setAdding] = useState(false)
  if (flowers.status !== 'ready') return null

  const reorder = async () => {
    const { available, gone } = availableLines(lines, flowers.data.flowers)
    const names = gone.map(({ name }) => name[language]).join(', ')
    if (available.length === 0) return showToast({ message: t('reorder.none') })
    const adding = async () => {
      for (const { flower, quantity, message } of available) await cart.add(flower, quantity, message)
    }
    setAdding(true)
    if (!(await saveOrToast(adding()))) return setAdding(false)
    showToast({ message: names ? t('reorder.some', { names }) : t('reorder.all') })
    void navigate(paths.cart)
  }

  return (
    <Button busy={isAdding} onClick={reorder}>
      {t('reorder.action')}
    </Button>
  )
}
