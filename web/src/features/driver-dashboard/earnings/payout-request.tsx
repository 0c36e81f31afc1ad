import { useState } from 'react'
import { askForPayout, type Money } from '../../../data/deliveries/earnings.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useRefusal } from '../../../i18n/refusal.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import styles from '../driver-dashboard.module.css'

interface PayoutRequestProps {
  money: Money
  available: number
  bankAccountEnds: string | undefined
}

/** Asks for the available money before Friday. If the button is disabled, the reason is above it. */
export function PayoutRequest({ money: { asked, refusal }, available, bankAccountEnds }: PayoutRequestProps) {
  const { t } = useTranslation('deliveries')
  const { when } = useFormat()
  const reason = useRefusal()
  const [isBusy, setBusy] = useState(false)
  const request = async () => {
    setBusy(true)
    await saveOrToast(askForPayout())
    setBusy(false)
  }
  return (
    <>
      {bankAccountEnds === undefined ? (
        <p className={styles.warning}>
          <span>{`${t('payout.noBank')} `}</span>
          <a href={link(paths.driverProfile)}>{t('payout.addBank')}</a>
        </p>
      ) : (
        <p className={styles.quiet}>{t('payout.to', { ends: bankAccountEnds })}</p>
      )}
      <LiveRegion>
        {asked && (
          <p className={styles.state}>
            <SyncGlyph stage={asked.stage} size={22} />
            <span>
              {asked.stage === 'saved'
                ? t('payout.saved', { time: when(asked.at) })
                : t('payout.sent', { time: when(asked.at) })}
            </span>
          </p>
        )}
        {!asked && available === 0 && (
          <p className={styles.quiet}>
            {refusal === undefined ? t('payout.nothing') : reason('request-payout', refusal)}
          </p>
        )}
      </LiveRegion>
      <Button
        variant="primary"
        size="large"
        block
        disabled={available === 0 || asked !== undefined}
        busy={isBusy}
        onClick={request}
      >
        {t('payout.request')}
      </Button>
    </>
  )
}
