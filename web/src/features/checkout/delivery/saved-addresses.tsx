import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { addressLine } from '#model'
import { addresses, type RememberedAddress } from '../../../data/people/addresses.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { openUndo, useUndo } from '../../../ui/feedback/undo.ts'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import styles from './saved-addresses.module.css'

interface SavedAddressesProps {
  saved: readonly RememberedAddress[]
  onChoose: (chosen: RememberedAddress['address']) => void
}

const SHOWN_FIRST = 2

/** Addresses that flowers were sent to, from any device of the account: one tap fills the form. */
export function SavedAddresses({ saved, onChoose }: SavedAddressesProps) {
  const { t } = useTranslation('orders')
  const [showsAll, setShowAll] = useState(false)
  const keptFocus = useFocusRestore('button')
  useUndo(undo)
  if (saved.length === 0) return null
  const shown = showsAll ? saved : saved.slice(0, SHOWN_FIRST)
  return (
    <section {...keptFocus} className={styles.section} aria-label={t('checkout.addresses.title')}>
      <h2 className={styles.title}>{t('checkout.addresses.title')}</h2>
      <ul className={styles.list}>
        {shown.map((one) => (
          <Saved key={one.key} saved={one} onChoose={onChoose} />
        ))}
      </ul>
      {shown.length < saved.length && (
        <Button variant="quiet" onClick={() => setShowAll(true)}>
          {t('checkout.addresses.all', { count: saved.length })}
        </Button>
      )}
    </section>
  )
}

const undo = openUndo<RememberedAddress>(
  ({ key }) => key,
  (all) => Promise.all(all.map(({ address }) => addresses.remember(address))),
)

function Saved({ saved, onChoose }: { saved: RememberedAddress; onChoose: SavedAddressesProps['onChoose'] }) {
  const { t } = useTranslation('orders')
  const { language } = useFormat()
  const { key, address } = saved
  const forget = async () => {
    if (!(await saveOrToast(addresses.forget(key)))) return
    undo.offer({ taken: [saved], message: (count) => t('checkout.addresses.forgotten', { count }) })
  }
  return (
    <li className={styles.saved}>
      <button type="button" className={styles.choose} onClick={() => onChoose(address)}>
        <b>{address.name}</b>
        <span>{addressLine(address, language)}</span>
      </button>
      <IconButton icon={Trash2} label={t('checkout.addresses.forget', { name: address.name })} onClick={forget} />
    </li>
  )
}
