import { saysSomething } from '../../i18n/says-something.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/button.tsx'
import { Banner } from '../feedback/banner.tsx'
import styles from './failed.module.css'

export interface FailedProps {
  /** The error's message is shown folded, for people who are asked for help. */
  error?: Error | undefined
  /** Without it, "Try Again" reloads the page. */
  onRetry?: (() => void) | undefined
}

export function Failed({ error, onRetry = () => location.reload() }: FailedProps) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.failed}>
      <Banner tone="rose" role="alert" title={t('failed.title')}>
        <p>{t('failed.text')}</p>
        {error && saysSomething(error.message) && (
          <details className={styles.details}>
            <summary>{t('failed.details')}</summary>
            <code>{error.message}</code>
          </details>
        )}
      </Banner>
      <Button variant="primary" onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </div>
  )
}
