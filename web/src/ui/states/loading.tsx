import { useTranslation } from '../../i18n/use-translation.ts'
import bud from '../brand/marks/sync-bud.svg'
import styles from './loading.module.css'

/** Shown while local data is read; visible only after 300 ms. */
export function Loading() {
  const { t } = useTranslation('common')
  return (
    <div className={styles.loading} role="status">
      <img src={bud} alt="" width="40" height="40" />
      <p>{t('loading')}</p>
    </div>
  )
}
