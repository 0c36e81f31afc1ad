import { useState } from 'react'
import { ONLINE_WITHIN_MINUTES } from '#model'
import { type DutyView, setDuty } from '../../data/deliveries/duty.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { SyncGlyph } from '../../ui/progress/sync-glyph.tsx'
import styles from './driver-dashboard.module.css'

interface DutyHeadProps {
  name: string
  /** Undefined while it is being read. */
  duty: DutyView | undefined
}

/** Whose dashboard this is, and the switch between on duty and off duty. */
export function DutyHead({ name, duty }: DutyHeadProps) {
  const { t } = useTranslation('deliveries')
  // What was pressed shows at once, until the duty is read again.
  const [pressed, setPressed] = useState<{ isOn: boolean; before: DutyView | undefined }>()
  const isOn = (pressed?.before === duty ? pressed?.isOn : duty?.isOn) === true
  const press = async (wanted: boolean) => {
    setPressed({ isOn: wanted, before: duty })
    if (!(await saveOrToast(setDuty(wanted)))) setPressed(undefined)
  }
  return (
    <header className={styles.head}>
      <div className={styles.duty}>
        <div className={styles.who}>
          <p className={styles.quiet}>{name}</p>
          <h1>{isOn ? t('duty.on') : t('duty.off')}</h1>
        </div>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          aria-label={t('duty.on')}
          checked={isOn}
          aria-checked={isOn}
          disabled={!duty}
          onChange={(event) => void press(event.target.checked)}
        />
      </div>
      <LiveRegion>{duty && <DutyNote duty={duty} />}</LiveRegion>
    </header>
  )
}

function DutyNote({ duty: { isOn, stage, endsAt, isTooLate } }: { duty: DutyView }) {
  const { t } = useTranslation('deliveries')
  const { when } = useFormat()
  if (isTooLate) return <p className={styles.warning}>{t('duty.tooLate', { minutes: ONLINE_WITHIN_MINUTES })}</p>
  if (stage !== 'confirmed')
    return (
      <p className={styles.state}>
        <SyncGlyph stage={stage} size={22} />
        <span>{stage === 'saved' ? t('duty.saved') : t('duty.sent')}</span>
      </p>
    )
  if (isOn && endsAt !== undefined) return <p className={styles.quiet}>{t('duty.ends', { time: when(endsAt) })}</p>
  return null
}
