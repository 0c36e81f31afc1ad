import { CloudDownload, CloudOff } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Banner } from '../feedback/banner.tsx'
import { LiveRegion } from '../feedback/live-region.tsx'
import styles from './initial-sync-banner.module.css'

export interface InitialSyncBannerProps {
  /** Names what arrives. */
  title: string
  /** Undefined if everything has arrived. */
  arrival:
    | {
        /** Nothing comes for now: there is no network, or nobody is signed in. */
        isStopped: boolean
        progress?: { done: number; total: number } | undefined
      }
    | undefined
}

/** Shown while an account's data arrives: a part of it must not look like the whole. */
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
