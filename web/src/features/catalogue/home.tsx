import { ChevronRight, HandCoins, MapPinned, Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { allFlowers } from '../../data/catalogue.ts'
import { usePreference } from '../../data/preferences.ts'
import { useSession } from '../../data/session.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { link, paths } from '../../paths.ts'
import { Failed } from '../../ui/feedback/failed.tsx'
import { SkeletonGrid } from '../../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { FlowerGrid } from '../../ui/shop/flower-grid.tsx'
import { Folio } from '../../ui/shop/folio.tsx'
import { applyFilters, NO_FILTERS } from './browse-filters.ts'
import { CityPicker } from './city-picker.tsx'
import styles from './home.module.css'
import { ProductCard } from './product-card.tsx'

const FEATURED = 6

export function HomeScreen() {
  const { t } = useTranslation('catalogue')
  const { account } = useSession()
  return (
    <Page>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>{t('home.title')}</h1>
          <p className={styles.tagline}>{t('home.tagline')}</p>
        </div>
        <div className={styles.folio}>
          <Folio src="/flowers/mixed-bouquet.svg" alt={t('home.picture')} sun buti />
        </div>
        <div className={styles.actions}>
          <CityPicker />
          <ButtonLink variant="primary" size="large" block href={link(paths.browse)}>
            {t('home.orderNow')}
          </ButtonLink>
        </div>
      </section>
      <Stats />
      <Featured />
      <Reasons />
      {!account && (
        <section className={styles.start}>
          <div>
            <h2>{t('home.startTitle')}</h2>
            <p className={styles.quiet}>{t('home.startText')}</p>
          </div>
          <ButtonLink variant="primary" href={link(paths.login)}>
            {t('home.start')}
          </ButtonLink>
        </section>
      )}
    </Page>
  )
}

function Stats() {
  const { t } = useTranslation('catalogue')
  const stats = [
    ['50+', t('home.stat.cities')],
    ['1000+', t('home.stat.customers')],
    ['500+', t('home.stat.florists')],
    ['100+', t('home.stat.partners')],
  ]
  return (
    <ul className={styles.stats}>
      {stats.map(([figure, label]) => (
        <li key={label}>
          <b>{figure}</b>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  )
}

function Featured() {
  const { t } = useTranslation('catalogue')
  const flowers = useLive(allFlowers)
  const [city] = usePreference('city')
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{t('home.featured')}</h2>
        <a className={styles.all} href={link(paths.browse)}>
          {t('home.browseAll')}
          <ChevronRight aria-hidden="true" />
        </a>
      </div>
      {flowers.status === 'failed' ? (
        <Failed error={flowers.error} />
      ) : flowers.status === 'loading' || (flowers.data.flowers.length === 0 && !flowers.data.complete) ? (
        <SkeletonGrid />
      ) : (
        <FlowerGrid>
          {applyFilters(flowers.data.flowers, NO_FILTERS, { city, vocabulary: {} })
            .slice(0, FEATURED)
            .map((flower) => (
              <li key={flower._id}>
                <ProductCard flower={flower} />
              </li>
            ))}
        </FlowerGrid>
      )}
    </section>
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
