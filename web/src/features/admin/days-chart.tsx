import { useEffect, useRef } from 'react'
import type { Overview } from '../../data/admin/desk.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { BarChart } from '../../ui/charts/chartist.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './days-chart.module.css'

type Days = Overview['days']

const ordersOf = ({ orders }: Days[number]) => orders
const revenueOf = ({ revenueRupees }: Days[number]) => revenueRupees

/** Orders and revenue by the day, one chart below the other with the same days. */
export function DaysChart({ days }: { days: Days }) {
  const { t } = useTranslation('desk')
  const { number, rupees } = useFormat()
  const sum = (of: (day: Days[number]) => number) => days.reduce((total, day) => total + of(day), 0)
  return (
    <figure className={styles.charts}>
      <figcaption>
        <VisuallyHidden>{t('overview.chart')}</VisuallyHidden>
      </figcaption>
      <Bars title={t('overview.dayOrders')} total={number(sum(ordersOf))} days={days} figureOf={ordersOf} />
      <Bars title={t('overview.dayRevenue')} total={rupees(sum(revenueOf))} days={days} figureOf={revenueOf} />
    </figure>
  )
}

interface BarsProps {
  title: string
  total: string
  days: Days
  figureOf: (day: Days[number]) => number
}

/** The axis names the last day and every seventh before it. */
const NAMED = [21, 14, 7, 0]

function Bars({ title, total, days, figureOf }: BarsProps) {
  const { day } = useFormat()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    const chart = new BarChart(
      box.current,
      { labels: days.map((one) => one.day), series: [days.map(figureOf)] },
      {
        height: '120px',
        chartPadding: { top: 8, right: 0, bottom: 0, left: 0 },
        axisX: { showGrid: false, showLabel: false, offset: 0 },
        axisY: { showGrid: false, showLabel: false, offset: 0 },
      },
    )
    return () => void chart.detach()
  }, [days, figureOf])
  return (
    <div>
      <p className={styles.head}>
        <b>{title}</b>
        <span>{total}</span>
      </p>
      <div ref={box} className={styles.bars} aria-hidden="true" />
      <p className={styles.axis} aria-hidden="true">
        {NAMED.map((before) => (
          <span key={before}>{day(days[days.length - 1 - before]?.day ?? '')}</span>
        ))}
      </p>
    </div>
  )
}
