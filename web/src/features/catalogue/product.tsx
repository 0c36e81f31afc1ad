import { Check, Share2, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { bareFlowerId, type DeliveryWindow, dayOf, type Flower, findCity, openWindows, percentOff } from '#model'
import { cart } from '../../data/cart.ts'
import { allFlowers, flowerById } from '../../data/catalogue.ts'
import { drafts } from '../../data/drafts.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useWindowNames } from '../../i18n/terms.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { didSave } from '../../ui/feedback/did-save.ts'
import { Failed } from '../../ui/feedback/failed.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/forms/icon-button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Stepper } from '../../ui/forms/stepper.tsx'
import { TextArea, TextInput } from '../../ui/forms/text-input.tsx'
import { ActionBar, Page, Panel } from '../../ui/layout/page.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Folio } from '../../ui/shop/folio.tsx'
import { Price } from '../../ui/shop/price.tsx'
import { Rating } from '../../ui/shop/rating.tsx'
import { Heart } from './heart.tsx'
import styles from './product.module.css'
import { toneOf } from './tones.ts'

export function ProductScreen() {
  const { id = '' } = useParams()
  const flower = useLive(flowerById(id))
  const catalogue = useLive(allFlowers)

  if (flower.status === 'failed') return <Failed error={flower.error} />
  if (flower.status === 'ready' && flower.data) return <Product key={id} flower={flower.data} />
  // Only a whole catalogue can say that there is no such flower.
  if (flower.status === 'ready' && catalogue.status === 'ready' && catalogue.data.complete)
    return <Navigate to={paths.browse} replace />
  return <Loading />
}

function Product({ flower }: { flower: Flower }) {
  const { t } = useTranslation('catalogue')
  const { language } = useFormat()
  const navigate = useNavigate()
  const id = bareFlowerId(flower._id)
  const name = flower.name[language]
  const saved = percentOff(flower.priceRupees, flower.originalPriceRupees)
  const [quantity, setQuantity] = useState(1)
  const [message, setMessage] = useState('')
  const today = dayOf(new Date())
  const [typedDay, setTypedDay] = useState(today)
  // While a year is typed, the day is long past; the field keeps what is typed until it is left.
  const isPast = typedDay < today
  const deliveryOn = isPast ? today : typedDay
  const [wantedWindow, setWindow] = useState<DeliveryWindow>('any')
  const windows = openWindows(deliveryOn, new Date())
  const deliveryWindow = windows.includes(wantedWindow) ? wantedWindow : 'any'
  usePageTitle(name)

  const addToCart = async () => {
    rememberDelivery(deliveryOn, deliveryWindow)
    if (await didSave(cart.add(id, quantity, message || undefined))) void navigate(paths.cart)
  }
  const buyNow = () => {
    rememberDelivery(deliveryOn, deliveryWindow)
    // In the address, so that it outlives a reload and a sign-in on the way.
    const query = new URLSearchParams({ flower: id, quantity: String(quantity), ...(message ? { message } : {}) })
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
          <Folio
            src={`/flowers/${flower.image}.svg`}
            alt={flower.alt[language]}
            tone={toneOf(flower)}
            overlay={<Heart ground flowerId={id} name={name} />}
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
          <Panel>
            <p className={styles.delivery}>
              <Truck aria-hidden="true" />
              <span>
                <b>{t('product.delivery', flower.deliveryHours)}</b>
                {t('product.deliveryText')}
              </span>
            </p>
          </Panel>
          <p className={styles.description}>{flower.description[language]}</p>
          <ul className={styles.features} aria-label={t('product.features')}>
            {flower.features.map((feature) => (
              <li key={feature.en}>
                <Check aria-hidden="true" />
                {feature[language]}
              </li>
            ))}
          </ul>
          <div className={styles.form}>
            <Labelled label={t('product.quantity')}>
              <Stepper label={name} value={quantity} onChange={setQuantity} disabled={!flower.inStock} />
            </Labelled>
            <Field label={t('product.message')} optional hint={t('product.messageHint')}>
              {(control) => (
                <TextArea
                  {...control}
                  maxLength={500}
                  value={message}
                  onChange={(event) => setMessage(event.target.value)}
                />
              )}
            </Field>
            <div className={styles.when}>
              <Field label={t('product.date')}>
                {(control) => (
                  <TextInput
                    {...control}
                    type="date"
                    min={today}
                    value={typedDay}
                    onChange={(event) => setTypedDay(event.target.value)}
                    onBlur={() => setTypedDay(deliveryOn)}
                  />
                )}
              </Field>
              <WindowField windows={windows} value={deliveryWindow} onChange={setWindow} />
            </div>
          </div>
          <ActionBar>
            <Button disabled={!flower.inStock} onClick={addToCart}>
              {t('product.addToCart')}
            </Button>
            <Button variant="primary" disabled={!flower.inStock} onClick={buyNow}>
              {flower.inStock ? t('product.buyNow') : t('outOfStock')}
            </Button>
          </ActionBar>
        </div>
      </div>
    </Page>
  )
}

interface WindowFieldProps {
  windows: DeliveryWindow[]
  value: DeliveryWindow
  onChange: (window: DeliveryWindow) => void
}

function WindowField({ windows, value, onChange }: WindowFieldProps) {
  const { t } = useTranslation('catalogue')
  const names = useWindowNames()
  return (
    <Field label={t('product.time')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value as DeliveryWindow)}>
          {windows.map((window) => (
            <option key={window} value={window}>
              {names[window]}
            </option>
          ))}
        </Select>
      )}
    </Field>
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

/** Checkout begins with the day and time that were chosen here. */
const rememberDelivery = (deliveryOn: string, deliveryWindow: DeliveryWindow) => {
  const kept = drafts.get('checkout')
  drafts.save('checkout', { ...(typeof kept === 'object' ? kept : {}), deliveryOn, deliveryWindow })
}

/** By the phone's own sheet, else to the clipboard. */
async function share(title: string): Promise<'shared' | 'copied' | 'failed'> {
  const url = location.href
  try {
    if (!('share' in navigator)) {
      await (navigator as Navigator).clipboard.writeText(url)
      return 'copied'
    }
    await navigator.share({ title, url })
    return 'shared'
  } catch (error) {
    // Closing the share sheet is not a failure.
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'failed'
  }
}
