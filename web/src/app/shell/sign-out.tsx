import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { session } from '../../data/session.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/feedback/modal.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { Button } from '../../ui/forms/button.tsx'

/** What a menu needs to offer it. */
export interface SignOut {
  start: () => void
  /** Takes as long as the network does: what is left is sent first. */
  isBusy: boolean
}

/** Signs out; asks first when something on this device was never sent. `question` is to be rendered once. */
export function useSignOut(): { signOut: SignOut; question: ReactNode } {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState(0)
  const [isBusy, setBusy] = useState(false)

  const leave = async (force: boolean) => {
    setBusy(true)
    if (!force) showToast({ message: t('signOut.busy') })
    try {
      const result = await session.signOut({ force })
      if (result !== 'done') return setUnsent(result.unsent)
      setUnsent(0)
      showToast({ message: t('signOut.done') })
      await navigate(paths.home)
    } catch {
      showToast({ message: t('signOut.failed') })
    } finally {
      setBusy(false)
    }
  }

  const question = (
    <Dialog
      open={unsent > 0}
      onClose={() => setUnsent(0)}
      title={t('signOut.title')}
      footer={
        <>
          <Button variant="danger" busy={isBusy} busyLabel={t('signOut.busy')} onClick={() => leave(true)}>
            {t('signOut.anyway')}
          </Button>
          <Button variant="primary" onClick={() => setUnsent(0)}>
            {t('signOut.stay')}
          </Button>
        </>
      }
    >
      <p>{t('signOut.unsent', { count: unsent })}</p>
    </Dialog>
  )

  return { signOut: { start: () => void leave(false), isBusy }, question }
}
