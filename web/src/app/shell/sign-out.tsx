import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { session } from '../../data/session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Signs out; asks first when something on this device was never sent. `question` is to be rendered once. */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState(0)
  const [isBusy, setBusy] = useState(false)

  const leave = async (force: boolean) => {
    setBusy(true)
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
          <Button variant="danger" busy={isBusy} onClick={() => leave(true)}>
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

  return { signOut: () => void leave(false), question }
}
