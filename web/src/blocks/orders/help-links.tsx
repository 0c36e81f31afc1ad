import type { Order } from '#model'
import { phoneLink, whatsAppLink } from '../../contact.ts'
import { useCompany } from '../../data/catalogue/company.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import styles from './help-links.module.css'

/** Links to people who can help if the app cannot: a phone call and WhatsApp. */
export function HelpLinks({ order }: { order: Pick<Order, 'number'> }) {
  const { t } = useTranslation('orders')
  const company = useCompany()
  if (!company) return null
  return (
    <p className={styles.links}>
      <ButtonLink href={phoneLink(company)}>{t('edit.call', { phone: company.supportPhone })}</ButtonLink>
      <ButtonLink
        href={whatsAppLink(company, t('edit.helpMessage', { number: order.number }))}
        target="_blank"
        rel="noreferrer"
      >
        {t('edit.whatsApp')}
      </ButtonLink>
    </p>
  )
}
