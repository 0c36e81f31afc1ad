import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { askForCode } from '../../blocks/people/one-time-code/ask-for-code.ts'
import { CodeForm } from '../../blocks/people/one-time-code/code-form.tsx'
import { type CodeRequestDraft, deletionCodeDraft } from '../../blocks/people/one-time-code/code-request-draft.ts'
import styles from '../../blocks/people/profile.module.css'
import { ownAccount } from '../../data/people/own-account.ts'
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

/** Says what is deleted, and asks for a code that is mailed for this purpose only. */
export function DeleteAccount({ email, isEnabled }: { email: string; isEnabled: boolean }) {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState(() => deletionCodeDraft.get())
  const [error, setError] = useMessage({ t, problem })
  const [isBusy, setBusy] = useState(false)

  const awaitCode = (code: CodeRequestDraft) => {
    deletionCodeDraft.save(code)
    setAsked(code)
  }
  const close = () => {
    setOpen(false)
    setError()
  }
  const giveUp = () => {
    deletionCodeDraft.forget()
    setAsked(undefined)
    close()
  }
  const sendCode = async () => {
    setError()
    setBusy(true)
    const result = await askForCode(email, ownAccount.requestDeletionCode)
    setBusy(false)
    if (result.ok) return awaitCode(result.value)
    const { error } = result
    setError(({ t, problem }) => problem(error, t('deletion.codeFailed')))
  }
  const finish = () => {
    showToast({ message: t('deletion.done') })
    // The dialog disappears with the screen, which is not shown once the person is signed out.
    afterOverlays(() => navigate(paths.home, { replace: true }))
  }

  return (
    <>
      <Button variant="danger" disabled={!isEnabled} onClick={() => setOpen(true)}>
        {t('deletion.delete')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('deletion.title')}
        footer={
          !asked && (
            <>
              <Button onClick={close}>{t('deletion.keep')}</Button>
              <Button variant="danger-filled" busy={isBusy} onClick={sendCode}>
                {t('deletion.sendCode')}
              </Button>
            </>
          )
        }
      >
        <div className={styles.form}>
          <p>{t('deletion.text')}</p>
          <p>{t('deletion.kept')}</p>
          <LiveRegion role="alert">{error && <p className={styles.problem}>{error}</p>}</LiveRegion>
          {asked && (
            <CodeForm
              asked={asked}
              verb={t('deletion.delete')}
              variant="danger-filled"
              failures={{ refused: t('deletion.failed'), notStored: t('deletion.notWiped') }}
              onCode={session.deleteAccount}
              onResend={ownAccount.requestDeletionCode}
              onSentAgain={awaitCode}
              onDone={finish}
              back={
                <Button variant="quiet" onClick={giveUp}>
                  {t('deletion.keep')}
                </Button>
              }
            />
          )}
        </div>
      </Dialog>
    </>
  )
}
