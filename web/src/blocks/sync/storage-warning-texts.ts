import type { SyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'

/** Texts that say what is wrong with the phone's storage, and what helps; `undefined` if nothing is wrong. */
export function useStorageWarningTexts(storage: SyncStatus['storage']): { title: string; text: string } | undefined {
  const { t } = useTranslation('common')
  if (storage === undefined) return undefined
  return {
    full: { title: t('storage.full'), text: t('storage.fullText') },
    failing: { title: t('storage.failing'), text: t('storage.failingText') },
    low: { title: t('storage.low'), text: t('storage.lowText') },
  }[storage]
}
