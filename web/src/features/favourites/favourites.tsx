import { X } from 'lucide-react'
import { useRef } from 'react'
import { bareFlowerId, type Flower } from '#model'
import { Price } from '../../blocks/catalogue/price.tsx'
import { cart } from '../../data/orders/cart.ts'
import { favouriteFlowers, favourites } from '../../data/people/favourites.ts'
import { useLive } from '../../data/use-live.ts'
import { mayOrder, useSession } from '../../data/use-session.ts'
import { useInitialSync, useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { openUndo, useUndo } from '../../ui/feedback/undo.ts'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { LongList } from '../../ui/layout/long-list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { InitialSyncBanner } from '../../ui/states/initial-sync-banner.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import styles from './favourites.module.css'

/** The favourite flowers, from this phone and every other device of the account. */
export function FavouritesScreen() {
  const { t } = useTranslation('people')
  const favourite = useLive(favouriteFlowers)
  const arrivalOfAccount = useInitialSync()
  const { online } = useSyncStatus()
  const keptFocus = useFocusRestore('h1')
  useUndo(undo)
  if (favourite.status === 'loading') return <Loading />
  if (favourite.status === 'failed') return <Failed error={favourite.error} />
  const { flowers, isMissingSome } = favourite.data
  // On a first visit the catalogue comes later than the account's data.
  const arrival = arrivalOfAccount ?? (isMissingSome ? { isStopped: !online, progress: undefined } : undefined)
  return (
    <Page width="narrow">
      <div {...keptFocus}>
        {flowers.length === 0 && !arrival ? (
          <EmptyState
            heading="h1"
            picture="/flowers/states/no-favourites.svg"
            title={t('favourites.none')}
            action={
              <ButtonLink variant="primary" href={link(paths.browse)}>
                {t('favourites.browse')}
              </ButtonLink>
            }
          >
            {t('favourites.noneText')}
          </EmptyState>
        ) : (
          <>
            <h1>{t('favourites.title')}</h1>
            <InitialSyncBanner title={t('favourites.arriving')} arrival={arrival} />
            <LongList items={flowers} isWhole className={styles.flowers}>
              {(flower) => <FavouriteRow key={flower._id} flower={flower} />}
            </LongList>
          </>
        )}
      </div>
    </Page>
  )
}

const undo = openUndo<string>(
  (id) => id,
  (ids) => Promise.all(ids.map((id) => favourites.set(id, true))),
)

function FavouriteRow({ flower }: { flower: Flower }) {
  const { t } = useTranslation('people')
  const { language } = useFormat()
  const { account } = useSession()
  const item = useRef<HTMLLIElement>(null)
  const id = bareFlowerId(flower._id)
  const name = flower.name[language]

  const add = async () => {
    if (await saveOrToast(cart.add(id, 1))) showToast({ message: t('favourites.added', { name }) })
  }
  const remove = async () => {
    // The focus must move before the row disappears.
    const neighbour = item.current?.nextElementSibling ?? item.current?.previousElementSibling
    if (!(await saveOrToast(favourites.set(id, false)))) return
    neighbour?.querySelector('a')?.focus()
    undo.offer({ taken: [id], message: (count) => t('favourites.removed', { count, name }) })
  }

  return (
    <li ref={item} className={styles.flower}>
      <FlowerTile thumb src={`/flowers/${flower.image}.svg`} alt="" faded={!flower.inStock} />
      <div className={styles.text}>
        <h2 className={styles.name}>
          <a href={link(paths.product(id))}>{name}</a>
        </h2>
        <p className={styles.quiet}>{flower.floristName[language]}</p>
        <p>
          <Price rupees={flower.priceRupees} original={flower.originalPriceRupees} />
        </p>
        {mayOrder(account) && (
          <Button
            variant="tonal"
            disabled={!flower.inStock}
            onClick={add}
            aria-label={flower.inStock ? t('favourites.addNamed', { name }) : undefined}
          >
            {flower.inStock ? t('favourites.add') : t('favourites.outOfStock')}
          </Button>
        )}
      </div>
      <IconButton icon={X} label={t('favourites.removeNamed', { name })} onClick={remove} />
    </li>
  )
}
