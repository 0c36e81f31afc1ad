import { Handshake, HeartHandshake, Leaf, Package, Scale, Store, Truck, Users } from 'lucide-react'
import { PublicStats } from '../../blocks/catalogue/public-stats.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import '../../i18n/static-page-texts.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { FramedDrawing } from '../../ui/flowers/framed-drawing.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './about.module.css'
import { CardList } from './card-list.tsx'

export function AboutScreen() {
  const { t } = useTranslation('about')
  return (
    <Page>
      <div className={styles.about}>
        <header className={styles.hero}>
          <div>
            <h1>{t('title')}</h1>
            <p className={styles.intro}>{t('intro')}</p>
          </div>
          <div className={styles.folio}>
            <FramedDrawing src="/flowers/mixed-bouquet.svg" alt={t('picture')} sun />
          </div>
        </header>
        <section aria-label={t('statsTitle')}>
          <PublicStats
            labels={[
              ['cities', t('stat.cities')],
              ['florists', t('stat.florists')],
              ['customers', t('stat.customers')],
              ['partners', t('stat.partners')],
            ]}
          />
        </section>
        <section className={styles.section} data-columns="">
          <h2>{t('storyTitle')}</h2>
          <div className={styles.story}>
            {t('story')
              .split('\n')
              .map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
          </div>
        </section>
        <section className={styles.section}>
          <h2>{t('valuesTitle')}</h2>
          <CardList
            cards={[
              { icon: Leaf, ...t('values.fresh', { returnObjects: true }) },
              { icon: HeartHandshake, ...t('values.fair', { returnObjects: true }) },
              { icon: Scale, ...t('values.honest', { returnObjects: true }) },
              { icon: Users, ...t('values.everybody', { returnObjects: true }) },
            ]}
          />
        </section>
        <section className={styles.section}>
          <h2>{t('teamTitle')}</h2>
          <p>{t('teamText')}</p>
          <CardList
            cards={[
              { icon: Store, ...t('team.florists', { returnObjects: true }) },
              { icon: Truck, ...t('team.partners', { returnObjects: true }) },
              { icon: Package, ...t('team.suppliers', { returnObjects: true }) },
              { icon: Handshake, ...t('team.people', { returnObjects: true }) },
            ]}
          />
        </section>
        <section className={styles.end}>
          <h2>{t('endTitle')}</h2>
          <div className={styles.ways}>
            <ButtonLink variant="primary" size="large" href={link(paths.browse)}>
              {t('shop')}
            </ButtonLink>
            <ButtonLink size="large" href={link(paths.driverRegister)}>
              {t('partner')}
            </ButtonLink>
          </div>
        </section>
      </div>
    </Page>
  )
}
