import { type ReactNode, useState } from 'react'
import { FreshCode } from '../../../blocks/people/one-time-code/fresh-code.tsx'
import type { Failure, Found, Result } from '../../../data/use-session.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { Dialog } from '../../../ui/overlays/modal.tsx'
import styles from '../admin.module.css'
import { useDeskProblem } from './desk-problem.ts'

interface DecisionDialogProps<T> {
  open: boolean
  title: string
  /** The label of the button that decides. */
  verb: string
  /** Without a question the dialog asks for the code alone: the service has refused to go on without one. */
  children?: ReactNode
  /** Called when the button is pressed; if it returns false, something typed is missing and nothing is decided. */
  check?: () => boolean
  decide: () => Promise<Found<T> | Result>
  /** The text for a failure that has no words of its own. */
  failed?: string
  onDone: (result: Found<T> | Result) => void
  onClose: () => void
}

/** Asks the admin to confirm a decision, asks for a fresh code if the service needs one, and then decides. */
export function DecisionDialog<T>({ open, onClose, ...props }: DecisionDialogProps<T>) {
  return open ? <OpenDecision onClose={onClose} {...props} /> : null
}

function OpenDecision<T>({
  title,
  verb,
  children,
  check,
  decide,
  failed,
  onDone,
  onClose,
}: Omit<DecisionDialogProps<T>, 'open'>) {
  const { t } = useTranslation('desk')
  const problem = useDeskProblem()
  const [needsCode, setNeedsCode] = useState(children === undefined)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useMessage({ problem })

  const fail = ({ error }: Failure) => setError(({ problem }) => problem(error, failed))
  const go = async () => {
    setError()
    if (check && !check()) return
    setBusy(true)
    const result = await decide()
    setBusy(false)
    if (result.ok) return onDone(result)
    if (result.error === 'fresh_code_needed') return setNeedsCode(true)
    fail(result)
  }
  const goOn = async () => {
    const result = await decide()
    if (result.ok) return onDone(result)
    setNeedsCode(false)
    fail(result)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={needsCode ? t('proof.title') : title}
      footer={
        !needsCode && (
          <>
            <Button onClick={onClose}>{t('confirm.cancel')}</Button>
            <Button variant="danger-filled" busy={isBusy} onClick={go}>
              {verb}
            </Button>
          </>
        )
      }
    >
      <div className={styles.dialog}>
        {!needsCode && children}
        <LiveRegion role="alert">{error && <p className={styles.problem}>{error}</p>}</LiveRegion>
        {needsCode && (
          <FreshCode
            verb={verb}
            variant={children === undefined ? 'primary' : 'danger-filled'}
            cancel={t('confirm.cancel')}
            onProven={goOn}
            onCancel={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}
