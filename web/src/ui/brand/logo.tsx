import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './logo.module.css'
import mark from './marks/logo-mark.svg'

/** The flower mark and the name. */
export function Logo({ markOnly }: { markOnly?: boolean }) {
  const { t } = useTranslation('common')
  return (
    <span className={styles.logo}>
      <img src={mark} alt={markOnly ? t('brand') : ''} width="34" height="34" />
      {!markOnly && <span className={styles.name}>{t('brand')}</span>}
    </span>
  )
}
