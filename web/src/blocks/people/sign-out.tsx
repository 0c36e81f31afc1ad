import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { session } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/modal.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'

const SaveUnsent = lazy(async () => ({ default: (await import('../sync/save-unsent.tsx')).SaveUnsent }))

/** The props that a menu needs to offer signing out. */
export interface SignOut {
  start: () => void
  /** True while signing out, which sends unsent changes first and so takes as long as the network does. */
  isBusy: boolean
}

/** The router still names the old screen while the next one loads; the address names the next one already. */
const screenInAddress = () => location.hash.split('?')[0]

/**
 * Signs out; asks first if something on this device was never sent. Render `question` once. Afterwards it leads home,
 * unless `isStaying` is set or the person went to another screen meanwhile.
 */
export function useSignOut({ isStaying = false } = {}): { signOut: SignOut; question: ReactNode } {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState(0)
  const [isBusy, setBusy] = useState(false)

  const leave = async (force: boolean) => {
    const askedAt = screenInAddress()
    setBusy(true)
    if (!force) showToast({ message: t('signOut.busy') })
    try {
      const result = await session.signOut({ force })
      if (result !== 'done') return setUnsent(result.unsent)
      setUnsent(0)
      showToast({ message: t('signOut.done') })
      if (!isStaying && screenInAddress() === askedAt) await navigate(paths.home)
    } catch {
      showToast({ message: t('signOut.failed') })
    } finally {
      setBusy(false)
    }
  }

  const stay = () => {
    setUnsent(0)
    // The button that was pressed may be in a menu that is closed by now.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus()
    })
  }

  const question = (
    <Dialog
      open={unsent > 0}
      onClose={stay}
      title={t('signOut.title')}
      footer={
        <>
          <Button variant="danger" busy={isBusy} busyLabel={t('signOut.busy')} onClick={() => leave(true)}>
            {t('signOut.anyway')}
          </Button>
          <Button variant="primary" onClick={stay}>
            {t('signOut.stay')}
          </Button>
        </>
      }
    >
      <p>{t('signOut.unsent', { count: unsent })}</p>
      {unsent > 0 && (
        <Suspense>
          <SaveUnsent isCounted />
        </Suspense>
      )}
    </Dialog>
  )

  return { signOut: { start: () => void leave(false), isBusy }, question }
}
