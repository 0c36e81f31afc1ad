import { useRef } from 'react'
import { MOST_PIECES } from '#model'
import { useAcknowledgedPrice } from '../../data/orders/acknowledged-prices.ts'
import { type CartViewLine, cart } from '../../data/orders/cart.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Stepper } from '../../ui/buttons/stepper.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'
import { CardMessage } from './card-message.tsx'
import styles from './cart.module.css'
import { removeWithUndo } from './remove-with-undo.ts'

/** Shows the price that this phone showed first and the current one. */
function PriceChange({ line: { flowerId, flower } }: { line: CartViewLine }) {
  const { t } = useTranslation('orders')
  const { rupees } = useFormat()
  const { before, accept } = useAcknowledgedPrice(flowerId, flower?.priceRupees)
  return (
    <LiveRegion>
      {before !== undefined && flower && (
        <div className={styles.change}>
          <p>
            {t('cart.price.changed')} <s>{rupees(before)}</s> <b>{rupees(flower.priceRupees)}</b>
          </p>
          <Button variant="tonal" onClick={accept}>
            {t('cart.price.accept', { price: rupees(flower.priceRupees) })}
          </Button>
        </div>
      )}
    </LiveRegion>
  )
}

export function CartRow({ line }: { line: CartViewLine }) {
  const { t } = useTranslation('orders')
  const { language, rupees } = useFormat()
  const { flower, flowerId, quantity } = line
  const name = flower?.name[language] ?? t('cart.unknown')
  const item = useRef<HTMLLIElement>(null)
  const change = (n: number, by: number) => void (n < 1 ? remove() : saveOrToast(cart.add(flowerId, by)))
  const remove = async () => {
    // The focus must move before the line disappears, which may be as soon as the removal is stored.
    const neighbour = item.current?.nextElementSibling ?? item.current?.previousElementSibling
    const isOut = await removeWithUndo(cart.remove(flowerId), (count) => t('cart.removed', { count, name }))
    if (isOut) neighbour?.querySelector('a')?.focus()
  }
  return (
    <li ref={item} className={styles.line}>
      <FlowerTile thumb src={`/flowers/${flower?.image ?? 'empty-basket'}.svg`} alt="" />
      <div className={styles.text}>
        <div className={styles.row}>
          <h2 className={styles.name}>
            <a href={link(paths.product(flowerId))}>{name}</a>
          </h2>
          <b>{rupees(line.lineTotalRupees)}</b>
        </div>
        <PriceChange line={line} />
        {flower && <p className={styles.quiet}>{flower.floristName[language]}</p>}
        <LiveRegion>{flower && !flower.inStock && <p className={styles.problem}>{t('cart.outOfStock')}</p>}</LiveRegion>
        <LiveRegion>
          {quantity >= MOST_PIECES && <p className={styles.quiet}>{t('cart.mostPieces', { most: MOST_PIECES })}</p>}
        </LiveRegion>
        <CardMessage line={line} name={name} />
        <div className={styles.amount}>
          <Stepper min={0} max={MOST_PIECES} label={name} value={quantity} onChange={change} />
          <Button variant="quiet" onClick={remove} aria-label={t('cart.removeNamed', { name })}>
            {t('cart.remove')}
          </Button>
        </div>
      </div>
    </li>
  )
}
