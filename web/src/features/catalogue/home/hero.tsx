import { Bike } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { isOpen, link, paths, planned } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Folio } from '../../../ui/flowers/folio.tsx'
import { CityPicker } from '../city-picker.tsx'
import styles from './hero.module.css'

export function Hero() {
  const { t } = useTranslation('catalogue')
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.title}>{t('home.title')}</h1>
        <p className={styles.tagline}>{t('home.tagline')}</p>
      </div>
      <div className={styles.folio}>
        <Folio src="/flowers/hero.svg" alt={t('home.picture')} sun buti />
      </div>
      <div className={styles.actions}>
        <CityPicker />
        <ButtonLink variant="primary" size="large" block href={link(paths.browse)}>
          {t('home.orderNow')}
        </ButtonLink>
        {isOpen(planned.driverRegister) && (
          <ButtonLink variant="quiet" block href={link(planned.driverRegister)}>
            <Bike aria-hidden="true" />
            {t('home.becomeDriver')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
