import { TriangleAlert } from 'lucide-react'
import type { Payout, PayoutState } from '#model'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LongList } from '../../../ui/layout/long-list.tsx'
import { SyncGlyph, type SyncStage } from '../../../ui/progress/sync-glyph.tsx'
import styles from '../driver-dashboard.module.css'

const STAGES: Record<Exclude<PayoutState, 'failed'>, SyncStage> = {
  to_pay: 'saved',
  exported: 'sent',
  paid: 'confirmed',
}

/** All payouts, the newest first, each with its state. */
export function Payouts({ payouts }: { payouts: readonly Payout[] }) {
  const { t } = useTranslation('deliveries')
  return (
    <section className={styles.section} aria-labelledby="payouts">
      <h2 id="payouts">{t('payouts.title')}</h2>
      {payouts.length === 0 && <p className={styles.quiet}>{t('payouts.none')}</p>}
      {payouts.length > 0 && (
        <LongList items={payouts} isWhole className={styles.rows} labelledBy="payouts">
          {(payout) => <PayoutRow key={payout._id} payout={payout} />}
        </LongList>
      )}
    </section>
  )
}

function PayoutRow({ payout }: { payout: Payout }) {
  const { rupees, weekday } = useFormat()
  const words = usePayoutWords()
  const { state, at } = payout
  return (
    <li className={styles.row}>
      <span>
        <b>{weekday(at)}</b>
        <span className={styles.state}>
          {state === 'failed' ? (
            <TriangleAlert aria-hidden="true" className={styles.rose} />
          ) : (
            <SyncGlyph stage={STAGES[state]} size={22} />
          )}
          <span className={state === 'failed' ? styles.rose : undefined}>{words(payout)}</span>
        </span>
      </span>
      <span className={state === 'failed' ? styles.struck : styles.money}>{rupees(payout.rupees)}</span>
    </li>
  )
}

function usePayoutWords() {
  const { t } = useTranslation('deliveries')
  const { when } = useFormat()
  return ({ state, changedAt, reference, reason, bankAccountEnds }: Payout): string => {
    const time = when(changedAt)
    switch (state) {
      case 'to_pay':
        return bankAccountEnds === undefined ? t('payouts.noBank') : t('payouts.toPay')
      case 'exported':
        return t('payouts.exported', { time })
      case 'paid':
        return reference === undefined ? t('payouts.paid', { time }) : t('payouts.paidWith', { time, reference })
      case 'failed':
        return reason === undefined ? t('payouts.failed') : t('payouts.failedWith', { reason })
    }
  }
}
