import type { Order } from '#model'
import { MessageLink } from '../../blocks/conversations/message-link.tsx'
import { Initials } from '../../blocks/people/initials.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import styles from './order-tracking.module.css'

/** The partner who brings the flowers, shown while they are on their way. */
export function PartnerCard({ partner }: { partner: NonNullable<Order['partner']> }) {
  const { t } = useTranslation('orders')
  const { name, phone, vehicle, simulated, conversation } = partner
  const vehicles = {
    bike: t('vehicle.bike'),
    car: t('vehicle.car'),
    van: t('vehicle.van'),
    bicycle: t('vehicle.bicycle'),
  }
  return (
    <section aria-label={t('partner.title')}>
      <Panel>
        <div className={styles.partner}>
          <Initials name={name} />
          <div className={styles.partnerText}>
            <b>{name}</b>
            <p className={styles.quiet}>{simulated ? t('partner.simulated') : t('partner.role')}</p>
            {vehicle && <p className={styles.quiet}>{vehicles[vehicle]}</p>}
          </div>
          {simulated && <Badge>{t('timeline.simulated')}</Badge>}
        </div>
        {(phone || conversation) && (
          <p className={styles.actions}>
            {phone && <ButtonLink href={`tel:${phone}`}>{t('partner.call', { name })}</ButtonLink>}
            {conversation && <MessageLink conversation={conversation} name={name} />}
          </p>
        )}
      </Panel>
    </section>
  )
}
