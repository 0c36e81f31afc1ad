import { CreditCard, Eye, ShieldCheck, UserCog } from 'lucide-react'
import { company } from '#model'
import { useTranslation } from '../../i18n/use-translation.ts'
import { CardList } from './card-list.tsx'
import styles from './legal-page.module.css'
import { LegalPage } from './legal-page.tsx'

export function PrivacyScreen() {
  const { t } = useTranslation('legal')
  const { privacyEmail: email, phone } = company
  const highlights = [
    { icon: ShieldCheck, ...t('privacy.highlights.protection', { returnObjects: true }) },
    { icon: CreditCard, ...t('privacy.highlights.secure', { returnObjects: true }) },
    { icon: Eye, ...t('privacy.highlights.transparency', { returnObjects: true }) },
    { icon: UserCog, ...t('privacy.highlights.control', { returnObjects: true }) },
  ]
  return (
    <LegalPage
      title={t('privacy.title')}
      intro={t('privacy.intro')}
      sections={t('privacy.sections', { returnObjects: true, email, phone })}
      email={email}
    >
      <section className={styles.section}>
        <h2>{t('privacy.highlightsTitle')}</h2>
        <CardList cards={highlights} />
      </section>
    </LegalPage>
  )
}
