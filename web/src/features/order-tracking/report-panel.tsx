import { deliveredAt, reportableUntil, ulidOf, whyNotReportable } from '#model'
import styles from '../../blocks/orders/edits/order-edits.module.css'
import { HelpLinks } from '../../blocks/orders/help-links.tsx'
import { usePendingReason } from '../../blocks/orders/pending-reason.ts'
import { useProblemNames } from '../../blocks/orders/problem-names.ts'
import { useTickingClock } from '../../blocks/orders/use-ticking-clock.ts'
import type { OrderView } from '../../data/orders/orders.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { SyncChip } from '../../ui/progress/sync-chip.tsx'

/** Lets the person report a problem within a day of the delivery, and shows the state of the report. */
export function ReportPanel({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { when, number } = useFormat()
  const waiting = usePendingReason(view)
  const names = useProblemNames()
  const { order, pendingReport } = view
  const until = (order && reportableUntil(order)) ?? new Date(0)
  const now = useTickingClock(until, new Date((order && deliveredAt(order)) ?? 0))
  if (order?.status !== 'delivered') return null

  if (order.report)
    return (
      <section className={styles.panel} aria-labelledby="report">
        <h2 id="report">{t('report.done')}</h2>
        <p>{`${names[order.report.problem]} · ${t('report.number', { number: order.report.number })}`}</p>
        <p className={styles.quiet}>{t('report.answer', { time: when(order.report.at) })}</p>
        <HelpLinks order={order} />
      </section>
    )
  if (pendingReport) {
    const { stage, at } = pendingReport
    const title = stage === 'saved' ? t('report.saved') : t('report.sent')
    return (
      <SyncChip stage={stage} title={title} note={stage === 'saved' ? `${when(at)} · ${waiting.note}` : when(at)} />
    )
  }
  if (whyNotReportable(order, now))
    return (
      <section className={styles.panel} aria-labelledby="report">
        <h2 id="report">{t('edit.help')}</h2>
        <p className={styles.quiet}>{t('report.tooLate')}</p>
        <HelpLinks order={order} />
      </section>
    )

  const minutesLeft = Math.ceil((until.getTime() - now.getTime()) / 60_000)
  const hours = number(Math.floor(minutesLeft / 60))
  return (
    <section className={styles.panel} aria-labelledby="report">
      <div className={styles.row}>
        <h2 id="report">{t('report.title')}</h2>
        <span className={styles.countdown} role="timer">
          {t('report.left', { hours, minutes: number(minutesLeft % 60) })}
        </span>
      </div>
      <p className={styles.quiet}>{t('report.until', { time: when(until.toISOString()) })}</p>
      <div className={styles.actions}>
        <ButtonLink href={link(paths.orderReport(ulidOf(order._id)))}>{t('report.open')}</ButtonLink>
      </div>
    </section>
  )
}
