import '../../i18n/front-english.ts'
import { HandCoins, MapPinned, Truck } from 'lucide-react'
import { PublicStats } from '../../blocks/catalogue/public-stats.tsx'
import { useSession } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { Featured } from './featured.tsx'
import { Hero } from './hero.tsx'
import styles from './sections.module.css'

export function HomeScreen() {
  return (
    <Page>
      <Hero />
      <Stats />
      <CategoryTiles />
      <Featured />
      <Reasons />
      <Calls />
    </Page>
  )
}

function Stats() {
  const { t } = useTranslation('catalogue')
  return (
    <div className={styles.stats}>
      <PublicStats
        labels={[
          ['cities', t('home.stat.cities')],
          ['customers', t('home.stat.customers')],
          ['florists', t('home.stat.florists')],
          ['partners', t('home.stat.partners')],
        ]}
      />
    </div>
  )
}

function Reasons() {
  const { t } = useTranslation('catalogue')
  const { number } = useFormat()
  const reasons = [
    { icon: MapPinned, title: t('home.local.title'), text: t('home.local.text', { cities: number(50) }) },
    { icon: Truck, title: t('home.sameDay.title'), text: t('home.sameDay.text') },
    { icon: HandCoins, title: t('home.earnings.title'), text: t('home.earnings.text') },
  ]
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon aria-hidden="true" />
          <div>
            <h3>{title}</h3>
            <p className={styles.quiet}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Calls() {
  const { t } = useTranslation('catalogue')
  const { account } = useSession()
  return (
    <section className={styles.calls}>
      <div className={styles.call}>
        <div>
          <h2>{t('home.startTitle')}</h2>
          <p className={styles.quiet}>{account ? t('home.startTextKnown') : t('home.startText')}</p>
        </div>
        <ButtonLink variant="primary" href={link(account ? paths.browse : paths.register)}>
          {t('home.start')}
        </ButtonLink>
      </div>
      <div className={styles.call}>
        <div>
          <h2>{t('home.partnerTitle')}</h2>
          <p className={styles.quiet}>{t('home.partnerText')}</p>
        </div>
        <ButtonLink href={link(paths.driverRegister)}>{t('home.becomePartner')}</ButtonLink>
      </div>
    </section>
  )
}
