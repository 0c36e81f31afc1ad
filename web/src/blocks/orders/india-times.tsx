import { useNow } from '../../clock/use-now.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './india-times.module.css'

/** Minutes from India's time to UTC, as `getTimezoneOffset` counts them. */
const INDIA = -330

/** Says that the times on this screen are India's, if the device shows other ones. */
export function IndiaTimes() {
  const { t } = useTranslation('orders')
  const isAbroad = useNow().getTimezoneOffset() !== INDIA
  return isAbroad ? <p className={styles.note}>{t('indiaTimes')}</p> : null
}
