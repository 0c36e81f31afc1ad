import { MessageSquare, MessageSquareText, Navigation, Phone } from 'lucide-react'
import type { DeliveryView } from '#model'
import { MessageLink } from '../../../blocks/conversations/message-link.tsx'
import { useWindowNames } from '../../../blocks/orders/order-labels.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import styles from '../driver-dashboard.module.css'

/** Where to ride now, whom to call there, and what is carried. */
export function Place({ view: { fact, state } }: { view: DeliveryView }) {
  const { t } = useTranslation('deliveries')
  const { day, language } = useFormat()
  const windows = useWindowNames()
  const { pickup, drop, dropPincode, items = [], number } = fact
  const florist = pickup.florist[language]
  const isFetching = state === 'awarded'
  const goal = isFetching
    ? { name: florist, ...pickup, address: pickup.address ?? (pickup.area || florist) }
    : drop && { ...drop, pincode: dropPincode }
  return (
    <>
      {goal ? (
        <>
          <div className={styles.place}>
            <p className={styles.small}>{isFetching ? t('place.fetch') : t('place.bring')}</p>
            <h3>{goal.address}</h3>
            <p>
              {'landmark' in goal && goal.landmark !== undefined ? `${goal.pincode}. ${goal.landmark}` : goal.pincode}
            </p>
            <p>
              <b>{goal.name}</b>
            </p>
          </div>
          <Reach name={goal.name} phone={goal.phone} address={`${goal.address}, ${goal.pincode}`} />
        </>
      ) : (
        <p className={styles.quiet}>{t('place.gone')}</p>
      )}
      {isFetching && (
        <p className={styles.quiet}>
          {t('place.then', { address: drop ? `${drop.address}, ${dropPincode}` : dropPincode })}
        </p>
      )}
      {fact.conversation !== undefined && (
        <MessageLink variant="tonal" block conversation={fact.conversation}>
          <MessageSquareText aria-hidden="true" />
          <span>{t('place.customer')}</span>
        </MessageLink>
      )}
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={`${item.image} ${item.message}`}>
            <span>{t('place.item', { quantity: item.quantity, name: item.name[language] })}</span>
            {item.message !== undefined && <q className={styles.message}>{item.message}</q>}
          </li>
        ))}
        <li className={styles.small}>{`${number}, ${day(fact.deliveryOn)}, ${windows[fact.deliveryWindow]}`}</li>
      </ul>
    </>
  )
}

/** Opens the phone's own apps: they work without Mogra's network. */
function Reach({ name, phone, address }: { name: string; phone: string | undefined; address: string }) {
  const { t } = useTranslation('deliveries')
  return (
    <p className={styles.reach}>
      {phone !== undefined && (
        <>
          <a href={`tel:${phone}`} aria-label={t('place.callNamed', { name })}>
            <Phone aria-hidden="true" />
            <span>{t('place.call')}</span>
          </a>
          <a href={`sms:${phone}`} aria-label={t('place.messageNamed', { name })}>
            <MessageSquare aria-hidden="true" />
            <span>{t('place.message')}</span>
          </a>
        </>
      )}
      <a href={`geo:0,0?q=${encodeURIComponent(address)}`} aria-label={t('place.navigateNamed', { address })}>
        <Navigation aria-hidden="true" />
        <span>{t('place.navigate')}</span>
      </a>
    </p>
  )
}
