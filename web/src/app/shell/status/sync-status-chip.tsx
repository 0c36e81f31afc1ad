import { useSyncStatus } from '../../../data/use-sync-status.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { Dropdown } from '../../../ui/overlays/dropdown.tsx'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import styles from './sync-status-chip.module.css'
import { useSyncStatusTexts } from './sync-status-texts.ts'

/** Shows how far this phone's changes have got. On a phone it is hidden as long as all is well. */
export function SyncStatusChip() {
  const { t } = useTranslation('shell')
  const status = useSyncStatus()
  const { tone, stage, title, note, count } = useSyncStatusTexts(status)
  const { when } = useFormat()

  return (
    <div className={styles.place} data-quiet={tone === 'quiet' || undefined}>
      <div role="status">
        <VisuallyHidden>{title}</VisuallyHidden>
      </div>
      <Dropdown
        className={styles.chip}
        label={t('sync.button', { status: title })}
        button={
          <span className={styles.face} data-tone={tone}>
            <SyncGlyph stage={stage} size={28} />
            <span className={styles.words}>{title}</span>
            {count > 0 && <span className={styles.count}>{count}</span>}
          </span>
        }
      >
        {(close) => (
          <div className={styles.details}>
            <p className={styles.title}>{title}</p>
            <p>{note}</p>
            {status.storage === 'low' && <p>{t('sync.low')}</p>}
            {status.lastContactAt && (
              <p className={styles.contact}>{t('sync.lastContact', { time: when(status.lastContactAt) })}</p>
            )}
            {status.state === 'signed-out' && (
              <ButtonLink variant="primary" block href={link(paths.login)} onClick={close}>
                {t('nav.login')}
              </ButtonLink>
            )}
            {status.state === 'attention' && (
              <ButtonLink block href={link(paths.attention)} onClick={close}>
                {t('sync.look')}
              </ButtonLink>
            )}
          </div>
        )}
      </Dropdown>
    </div>
  )
}
