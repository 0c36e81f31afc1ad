import { memo } from 'react'
import { bareFlowerId, type Flower, findCity, MOST_PIECES, percentOff } from '#model'
import { cart, cartLines } from '../../data/orders/cart.ts'
import { useLive } from '../../data/use-live.ts'
import { mayOrder, useSession } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Stepper } from '../../ui/buttons/stepper.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { showToast } from '../../ui/overlays/toasts.tsx'
import { colourOf } from './category-colours.ts'
import { FavouriteButton } from './favourite-button.tsx'
import { Price } from './price.tsx'
import styles from './product-card.module.css'
import { Rating } from './rating.tsx'

interface ProductCardProps {
  flower: Flower
  view?: 'grid' | 'list'
}

export const ProductCard = memo(function ProductCard({ flower, view = 'grid' }: ProductCardProps) {
  const { t } = useTranslation('catalogue')
  const { language } = useFormat()
  const { account } = useSession()
  const id = bareFlowerId(flower._id)
  const name = flower.name[language]
  const saved = percentOff(flower.priceRupees, flower.originalPriceRupees)

  return (
    <article className={styles.card} data-view={view}>
      <div className={styles.picture}>
        <FlowerTile
          src={`/flowers/${flower.image}.svg`}
          alt={flower.alt[language]}
          tone={colourOf(flower)}
          badge={saved > 0 && t('percentOff', { percent: saved })}
          state={!flower.inStock && t('outOfStock')}
          faded={!flower.inStock}
          overlay={<FavouriteButton flowerId={id} name={name} />}
        />
      </div>
      <div className={styles.text}>
        <h3 className={styles.name}>
          <a href={link(paths.product(id))}>{name}</a>
        </h3>
        <p className={styles.meta}>
          <Rating value={flower.rating} count={flower.reviews} />
          <span>{t('hours', flower.deliveryHours)}</span>
        </p>
        <p className={styles.meta}>
          {t('floristIn', {
            florist: flower.floristName[language],
            city: findCity(flower.city)?.name[language] ?? flower.city,
          })}
        </p>
        <p className={styles.price}>
          <Price rupees={flower.priceRupees} original={flower.originalPriceRupees} />
        </p>
        {mayOrder(account) && <AddToCart flower={flower} id={id} name={name} />}
      </div>
    </article>
  )
})

function AddToCart({ flower, id, name }: { flower: Flower; id: string; name: string }) {
  const { t } = useTranslation('catalogue')
  const lines = useLive(cartLines)
  const line = lines.status === 'ready' ? lines.data.lines.find((each) => each.flowerId === id) : undefined
  const keptFocus = useFocusRestore('button:last-of-type')
  const change = (_: number, by: number) => void saveOrToast(cart.add(id, by))
  const add = async () => {
    if (await saveOrToast(cart.add(id, 1))) showToast({ message: t('added', { name }) })
  }
  return (
    <div {...keptFocus} className={styles.action}>
      {line ? (
        <Stepper block min={0} max={MOST_PIECES} label={name} value={line.quantity} onChange={change} />
      ) : flower.inStock ? (
        <Button variant="tonal" block onClick={add} aria-label={t('addNamed', { name })}>
          {t('add')}
        </Button>
      ) : (
        <Button variant="tonal" block disabled>
          {t('outOfStock')}
        </Button>
      )}
    </div>
  )
}
