import { useTranslation } from '../../i18n/use-translation.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Tells partners, suppliers and admins that they cannot order, before they fill in an order that would be refused. */
export function CustomersOnly({ href }: { /** The address at which the account can be changed. */ href: string }) {
  const { t } = useTranslation('common')
  return (
    <Banner
      tone="marigold"
      title={t('customersOnly.title')}
      action={<ButtonLink href={href}>{t('customersOnly.action')}</ButtonLink>}
    >
      {t('customersOnly.text')}
    </Banner>
  )
}
