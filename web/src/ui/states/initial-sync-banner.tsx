import { CloudDownload, CloudOff } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Banner } from '../feedback/banner.tsx'
import { LiveRegion } from '../feedback/live-region.tsx'
import styles from './initial-sync-banner.module.css'

export interface InitialSyncBannerProps {
  /** What arrives. */
  title: string
  /** Undefined: it is all here. */
  arrival:
    | {
        /** Nothing comes for now: there is no network, or nobody is signed in. */
        isStopped: boolean
        progress?: { done: number; total: number } | undefined
      }
    | undefined
}

/** Half of what an account has must not look like the whole of it. */
export function InitialSyncBanner({ title, arrival }: InitialSyncBannerProps) {
  const { t } = useTranslation('parts')
  return (
    <LiveRegion>
      {arrival && (
        <div className={styles.arriving}>
          <Banner
            tone={arrival.isStopped ? 'marigold' : 'plain'}
            icon={arrival.isStopped ? CloudOff : CloudDownload}
            title={title}
          >
            <p>{arrival.isStopped ? t('arriving.stopped') : t('arriving.text')}</p>
            {arrival.progress && (
              <>
                <progress
                  className={styles.progress}
                  value={arrival.progress.done}
                  max={arrival.progress.total}
                  aria-label={title}
                />
                <p>{t('arriving.progress', arrival.progress)}</p>
              </>
            )}
          </Banner>
        </div>
      )}
    </LiveRegion>
  )
}
