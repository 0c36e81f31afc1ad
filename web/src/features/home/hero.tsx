import { Bike } from 'lucide-react'
import { CityPicker } from '../../blocks/catalogue/city-picker.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { FramedDrawing } from '../../ui/flowers/framed-drawing.tsx'
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
        <FramedDrawing src="/flowers/hero.svg" alt={t('home.picture')} sun buti />
      </div>
      <div className={styles.actions}>
        <CityPicker />
        <ButtonLink variant="primary" size="large" block href={link(paths.browse)}>
          {t('home.orderNow')}
        </ButtonLink>
        <ButtonLink variant="quiet" block href={link(paths.driverRegister)}>
          <Bike aria-hidden="true" />
          <span>{t('home.becomeDriver')}</span>
        </ButtonLink>
      </div>
    </section>
  )
}
