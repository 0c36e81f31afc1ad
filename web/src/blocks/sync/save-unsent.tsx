import '../../i18n/screens-english.ts'
import { Download } from 'lucide-react'
import { exportUnsent } from '../../data/export-unsent.ts'
import { useLive } from '../../data/use-live.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { saveFile } from '../../ui/feedback/save-file.ts'
import { showToast } from '../../ui/overlays/toasts.tsx'
import styles from './save-unsent.module.css'

/**
 * Offers a file with what exists only on this phone. `isCounted`: the screen already says how much that is. Renders
 * nothing if there is nothing, or if it cannot be read.
 */
export function SaveUnsent({ isCounted = false }: { isCounted?: boolean }) {
  const { t } = useTranslation('parts')
  const documents = useLive(exportUnsent.onlyHere)
  if (documents.status !== 'ready' || documents.data.length === 0) return null

  const save = async () => {
    try {
      const file = await exportUnsent.file()
      saveFile(`mogra-not-sent-${file.savedAt.slice(0, 10)}.json`, JSON.stringify(file, undefined, 2))
    } catch {
      showToast({ message: t('rescue.failed') })
    }
  }
  return (
    <div className={styles.offer}>
      {!isCounted && <p>{t('rescue.count', { count: documents.data.length })}</p>}
      <p className={styles.quiet}>{t('rescue.what')}</p>
      <Button onClick={save}>
        <Download aria-hidden="true" />
        <span>{t('rescue.save')}</span>
      </Button>
    </div>
  )
}
