import '../../i18n/front-english.ts'
import { Check, Share2, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import {
  bareFlowerId,
  countLetters,
  type Flower,
  findCity,
  MOST_LETTERS,
  MOST_PIECES,
  percentOff,
  tidyText,
} from '#model'
import { CatalogueNotLoaded } from '../../blocks/catalogue/catalogue-not-loaded.tsx'
import { colourOf } from '../../blocks/catalogue/category-colours.ts'
import { FavouriteButton } from '../../blocks/catalogue/favourite-button.tsx'
import { Price } from '../../blocks/catalogue/price.tsx'
import { Rating } from '../../blocks/catalogue/rating.tsx'
import { MessageCard } from '../../blocks/orders/message-card.tsx'
import { MessageTextArea } from '../../blocks/orders/message-text-area.tsx'
import { CustomersOnly } from '../../blocks/people/customers-only.tsx'
import { SamePerson } from '../../blocks/people/same-person.tsx'
import { flowerById, isCatalogueComplete } from '../../data/catalogue/flowers.ts'
import { messageDraft } from '../../data/drafts.ts'
import { cart } from '../../data/orders/cart.ts'
import { useLive } from '../../data/use-live.ts'
import { mayOrder, useSession } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loginFor, paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Stepper } from '../../ui/buttons/stepper.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { FramedDrawing } from '../../ui/flowers/framed-drawing.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { ActionBar, Page, Panel } from '../../ui/layout/page.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { showToast } from '../../ui/overlays/toasts.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { DeliveryFields, rememberDelivery, useDeliveryChoice, useDeliveryDayWarning } from './delivery-choice.tsx'
import styles from './product.module.css'
import { ProductSkeleton } from './product-skeleton.tsx'
import { share } from './share.ts'

export function ProductScreen() {
  // The message and the choices are those of the person who is here.
  return (
    <SamePerson signedOut={<ProductOfPerson />}>
      <ProductOfPerson />
    </SamePerson>
  )
}

function ProductOfPerson() {
  const { id = '' } = useParams()
  const flower = useLive(flowerById(id))
  const isComplete = useLive(isCatalogueComplete)
  const { online } = useSyncStatus()

  if (flower.status === 'failed') return <Failed error={flower.error} />
  if (flower.status === 'ready' && flower.data) return <Product key={id} flower={flower.data} />
  // Only a complete catalogue shows that there is no such flower.
  if (flower.status === 'ready' && isComplete.status === 'ready' && isComplete.data)
    return <Navigate to={paths.browse} replace />
  if (flower.status === 'ready' && isComplete.status === 'ready' && !online)
    return (
      <Page>
        <CatalogueNotLoaded />
      </Page>
    )
  return <ProductSkeleton />
}

function Product({ flower }: { flower: Flower }) {
  const { t } = useTranslation('catalogue')
  const { language } = useFormat()
  const navigate = useNavigate()
  const id = bareFlowerId(flower._id)
  const name = flower.name[language]
  const saved = percentOff(flower.priceRupees, flower.originalPriceRupees)
  const [quantity, setQuantity] = useState(1)
  const { account } = useSession()
  const [message, setMessage] = useState(() => messageDraft.get(id))
  const typeMessage = (text: string) => {
    setMessage(text)
    messageDraft.save(id, text)
  }
  const written = tidyText(message)
  const delivery = useDeliveryChoice()
  usePageTitle(name)

  const dayNews = useDeliveryDayWarning(delivery)
  const keepDelivery = () => {
    rememberDelivery(delivery)
    // The same tap leaves the field that shows this, so it is shown in a toast too.
    if (dayNews) showToast({ message: dayNews })
  }

  const addToCart = async () => {
    keepDelivery()
    if (!(await saveOrToast(cart.add(id, quantity, written || undefined)))) return
    messageDraft.save(id, '')
    void navigate(paths.cart)
  }
  const buyNow = () => {
    keepDelivery()
    // In the address, so that it outlives a reload and a login; the message is private, so it is in its draft.
    const query = new URLSearchParams({ flower: id, quantity: String(quantity) })
    void navigate(`${paths.checkout}?${query}`)
  }

  const shareThis = async () => {
    const outcome = await share(name)
    if (outcome === 'copied') showToast({ message: t('product.copied') })
    if (outcome === 'failed') showToast({ message: t('product.notShared') })
  }

  return (
    <Page>
      <div className={styles.columns}>
        <div className={styles.folio}>
          <FramedDrawing
            src={`/flowers/${flower.image}.svg`}
            alt={flower.alt[language]}
            tone={colourOf(flower)}
            overlay={<FavouriteButton ground flowerId={id} name={name} />}
          />
        </div>
        <div className={styles.text}>
          <p className={styles.badges}>
            {saved > 0 && <Badge tone="marigold">{t('percentOff', { percent: saved })}</Badge>}
            {flower.inStock ? (
              <Badge tone="leaf" icon={Check}>
                {t('inStock')}
              </Badge>
            ) : (
              <Badge tone="rose">{t('outOfStock')}</Badge>
            )}
          </p>
          <div className={styles.head}>
            <h1>{name}</h1>
            <IconButton icon={Share2} label={t('product.share')} onClick={shareThis} />
          </div>
          <p className={styles.meta}>
            <Rating words value={flower.rating} count={flower.reviews} />
            <span>
              {t('floristIn', {
                florist: flower.floristName[language],
                city: findCity(flower.city)?.name[language] ?? flower.city,
              })}
            </span>
          </p>
          <Price size="large" rupees={flower.priceRupees} original={flower.originalPriceRupees} />
          {!mayOrder(account) && <CustomersOnly href={loginFor(paths.product(id))} />}
          <Panel>
            <p className={styles.delivery}>
              <Truck aria-hidden="true" />
              <span>
                <b>{t('product.delivery', flower.deliveryHours)}</b>
                <span>{t('product.deliveryText')}</span>
              </span>
            </p>
          </Panel>
          <p className={styles.description}>{flower.description[language]}</p>
          <ul className={styles.features} aria-label={t('product.features')}>
            {flower.features.map((feature) => (
              <li key={feature.en}>
                <Check aria-hidden="true" />
                <span>{feature[language]}</span>
              </li>
            ))}
          </ul>
          <div className={styles.form}>
            <Labelled label={t('product.quantity')}>
              <Stepper
                label={name}
                value={quantity}
                max={MOST_PIECES}
                onChange={(_, by) => setQuantity((n) => Math.min(MOST_PIECES, Math.max(1, n + by)))}
                disabled={!flower.inStock}
              />
            </Labelled>
            <Field
              label={t('product.message')}
              optional
              hint={
                message
                  ? t('product.messageLeft', { count: MOST_LETTERS.message - countLetters(message) })
                  : t('product.messageHint')
              }
            >
              {(control) => <MessageTextArea {...control} value={message} onText={typeMessage} />}
            </Field>
            {written && <MessageCard label={t('product.messagePreview')} text={written} />}
            <DeliveryFields choice={delivery} />
          </div>
          <ActionBar>
            <Button disabled={!flower.inStock || !mayOrder(account)} onClick={addToCart}>
              {t('product.addToCart')}
            </Button>
            <Button variant="primary" disabled={!flower.inStock || !mayOrder(account)} onClick={buyNow}>
              {flower.inStock ? t('product.buyNow') : t('outOfStock')}
            </Button>
          </ActionBar>
        </div>
      </div>
    </Page>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}
