import { useStorageWarningTexts } from '../../../blocks/sync/storage-warning-texts.ts'
import { useSession } from '../../../data/use-session.ts'
import type { SyncStatus } from '../../../data/use-sync-status.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { SyncStage } from '../../../ui/progress/sync-glyph.tsx'

export interface SyncStatusTexts {
  tone: 'quiet' | 'busy' | 'waiting' | 'trouble'
  stage: SyncStage
  /** A few words for the chip. */
  title: string
  /** The sentence that explains the title. */
  note: string
  /** The number on a phone's chip; 0 hides it. */
  count: number
}

/** The texts for the sync state. */
export function useSyncStatusTexts(status: SyncStatus): SyncStatusTexts {
  const { state, unsent, refused, initialSync, online, storage, retryAt } = status
  const { t } = useTranslation('shell')
  const { when } = useFormat()
  const isVisitor = useSession().account === undefined
  const trouble = useStorageWarningTexts(storage)
  if (trouble && storage !== 'low')
    return { tone: 'trouble', stage: 'failed', title: trouble.title, note: trouble.text, count: unsent }
  switch (state) {
    case 'up-to-date':
      // A visitor's data is on no other device, whatever Mogra has of it.
      if (isVisitor)
        return { tone: 'quiet', stage: 'saved', title: t('sync.visitor'), note: t('sync.visitorNote'), count: 0 }
      return { tone: 'quiet', stage: 'confirmed', title: t('sync.upToDate'), note: t('sync.upToDateNote'), count: 0 }
    case 'starting': {
      const isFirst = status.isArriving || status.catalogueSync !== undefined || status.lastContactAt === undefined
      return {
        tone: 'quiet',
        stage: 'sent',
        title: initialSync ? t('sync.firstSync', initialSync) : t(isFirst ? 'sync.starting' : 'sync.asking'),
        note: t(isFirst ? 'sync.startingNote' : 'sync.askingNote'),
        count: 0,
      }
    }
    case 'sending':
      return {
        tone: 'busy',
        stage: 'sent',
        title: t('sync.sending', { count: unsent }),
        note: t('sync.sendingNote'),
        count: unsent,
      }
    case 'offline':
      return {
        tone: 'waiting',
        stage: 'saved',
        title: unsent > 0 ? t('sync.offlineWaiting', { count: unsent }) : t('sync.offline'),
        note: unsent > 0 ? t('sync.waitingNote') : isVisitor ? t('sync.visitorNote') : t('sync.offlineNote'),
        count: unsent,
      }
    case 'waiting':
      if (status.isMaintenance)
        return {
          tone: 'waiting',
          stage: 'saved',
          title: unsent > 0 ? t('sync.waiting', { count: unsent }) : t('sync.maintenance'),
          note: t('sync.maintenanceNote'),
          count: unsent,
        }
      return {
        tone: 'waiting',
        stage: 'saved',
        title: unsent > 0 ? t('sync.waiting', { count: unsent }) : t('sync.noAnswer'),
        note: retryAt
          ? t('sync.tooMany', { time: when(retryAt) })
          : unsent > 0
            ? t('sync.waitingNote')
            : t('sync.noAnswerNote'),
        count: unsent,
      }
    case 'attention':
      // Something still waits, so its count is shown too.
      if (unsent > 0 && (!online || status.isUnanswered))
        return {
          tone: 'trouble',
          stage: 'failed',
          title: t(online ? 'sync.waiting' : 'sync.offlineWaiting', { count: unsent }),
          note: `${t('sync.attention', { count: refused })}. ${t('sync.attentionNote')}`,
          count: unsent,
        }
      return {
        tone: 'trouble',
        stage: 'failed',
        title: t('sync.attention', { count: refused }),
        note: t('sync.attentionNote'),
        count: refused,
      }
    case 'signed-out':
      return {
        tone: 'waiting',
        stage: 'saved',
        title: unsent > 0 ? t('sync.signedOut', { count: unsent }) : t('sync.signedOutNothing'),
        note: t('sync.signedOutNote'),
        count: unsent,
      }
  }
}
