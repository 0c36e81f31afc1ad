import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import styles from '../../blocks/people/profile.module.css'
import { SaveUnsent } from '../../blocks/sync/save-unsent.tsx'
import { session } from '../../data/use-session.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useMessage } from '../../i18n/use-message.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Dialog } from '../../ui/overlays/modal.tsx'
import { afterOverlays } from '../../ui/overlays/overlay-history.ts'
import { showToast } from '../../ui/overlays/toasts.tsx'

/** Signs out on all devices. Asks first, and once more if something on this device was never sent. */
export function SignOutEverywhere({ isEnabled }: { isEnabled: boolean }) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const [error, setError] = useMessage({ t, problem })
  const [isBusy, setBusy] = useState(false)

  const close = () => {
    setOpen(false)
    setUnsent(0)
    setError()
  }
  const leave = async () => {
    setBusy(true)
    setError()
    try {
      const result = await session.signOutEverywhere({ force: unsent > 0 })
      if ('unsent' in result) return setUnsent(result.unsent)
      if (!result.ok) return setError(({ problem }) => problem(result.error))
      close()
      showToast({ message: t('devices.signedOutEverywhere') })
      afterOverlays(() => navigate(paths.home))
    } catch {
      setError(({ t }) => t('devices.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button variant="danger" disabled={!isEnabled} onClick={() => setOpen(true)}>
        {t('devices.everywhere')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('devices.everywhereTitle')}
        footer={
          <>
            <Button onClick={close}>{t('devices.stay')}</Button>
            <Button variant="danger-filled" busy={isBusy} busyLabel={t('already.busy')} onClick={leave}>
              {unsent > 0 ? t('devices.anyway') : t('devices.everywhere')}
            </Button>
          </>
        }
      >
        <p>{unsent > 0 ? t('devices.unsent', { count: unsent }) : t('devices.everywhereText')}</p>
        {unsent > 0 && <SaveUnsent isCounted />}
        <LiveRegion role="alert">{error && <p className={styles.problem}>{error}</p>}</LiveRegion>
      </Dialog>
    </>
  )
}
