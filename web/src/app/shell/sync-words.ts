import { useTranslation } from 'react-i18next'
import type { SyncStatus } from '../../data/sync-status.ts'
import type { SyncStage } from '../../ui/progress/sync-glyph.tsx'

export interface SyncWords {
  tone: 'quiet' | 'busy' | 'waiting' | 'trouble'
  stage: SyncStage
  /** A few words for the chip. */
  title: string
  /** The sentence behind it. */
  note: string
  /** What the number on a phone's chip counts; 0 for none. */
  count: number
}

/** The sync state in words. */
export function useSyncWords({ state, unsent, refused, firstSync }: SyncStatus): SyncWords {
  const { t } = useTranslation('shell')
  switch (state) {
    case 'up-to-date':
      return { tone: 'quiet', stage: 'confirmed', title: t('sync.upToDate'), note: t('sync.upToDateNote'), count: 0 }
    case 'starting':
      return {
        tone: 'quiet',
        stage: 'sent',
        title: firstSync ? t('sync.firstSync', firstSync) : t('sync.starting'),
        note: t('sync.startingNote'),
        count: 0,
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
        note: unsent > 0 ? t('sync.waitingNote') : t('sync.offlineNote'),
        count: unsent,
      }
    case 'waiting':
      return {
        tone: 'waiting',
        stage: 'saved',
        title: unsent > 0 ? t('sync.waiting', { count: unsent }) : t('sync.noAnswer'),
        note: unsent > 0 ? t('sync.waitingNote') : t('sync.noAnswerNote'),
        count: unsent,
      }
    case 'attention':
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
