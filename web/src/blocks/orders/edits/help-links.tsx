import { company, type Order } from '#model'
import { phoneLink, whatsAppLink } from '../../../contact.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import styles from './order-edits.module.css'

/** Links to people who can help if the app cannot: a phone call and WhatsApp. */
export function HelpLinks({ order }: { order: Pick<Order, 'number'> }) {
  const { t } = useTranslation('orders')
  return (
    <p className={styles.actions}>
      <ButtonLink href={phoneLink}>{t('edit.call', { phone: company.phone })}</ButtonLink>
      <ButtonLink href={whatsAppLink(t('edit.helpMessage', { number: order.number }))} target="_blank" rel="noreferrer">
        {t('edit.whatsApp')}
      </ButtonLink>
    </p>
  )
}
