import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Dialog } from '../../../ui/overlays/modal.tsx'
import { useDeskKeys } from './desk-keys.ts'
import styles from './desk-keys-help.module.css'

export interface DeskKey {
  key: string
  /** What it does, in words. */
  does: string
  /** Left out if the browser does it by itself. */
  act?: () => void
}

const HELP = '?'

/** Makes the keys of a list work; `?` or a press on its line lists them. */
export function DeskKeys({ keys }: { keys: readonly DeskKey[] }) {
  const { t } = useTranslation('desk')
  const [isOpen, setOpen] = useState(false)
  const acts = keys.flatMap(({ key, act }) => (act ? [[key, act] as const] : []))
  useDeskKeys(Object.fromEntries([...acts, [HELP, () => setOpen(true)] as const]))
  const listed = [...keys, { key: HELP, does: t('keys.help') }]
  return (
    <>
      <button type="button" className={styles.line} onClick={() => setOpen(true)}>
        <kbd className={styles.key}>{HELP}</kbd>
        <span>{t('keys.line')}</span>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('keys.title')}>
        <dl className={styles.keys}>
          {listed.map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd className={styles.key}>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.note}>{t('keys.note')}</p>
      </Dialog>
    </>
  )
}
