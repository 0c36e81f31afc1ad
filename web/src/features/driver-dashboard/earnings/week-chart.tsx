import { useEffect, useMemo, useRef } from 'react'
import { type DayFigures, dayOf } from '#model'
import { now } from '../../../clock/page-clock.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { BarChart } from '../../../ui/charts/chartist.ts'
import styles from './week-chart.module.css'

/** One bar for each day, from Friday to Thursday; the hatched part is held. The table below has the same figures. */
export function WeekChart({ days }: { days: readonly DayFigures[] }) {
  const { t } = useTranslation('deliveries')
  const { language, number } = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const names = useMemo(
    () => new Intl.DateTimeFormat(`${language}-IN`, { weekday: 'short', timeZone: 'Asia/Kolkata' }),
    [language],
  )
  useEffect(() => {
    if (!box.current) return
    const chart = new BarChart(
      box.current,
      {
        labels: days.map(({ day }) => day),
        series: [days.map(({ rupees, heldRupees }) => rupees - heldRupees), days.map(({ heldRupees }) => heldRupees)],
      },
      {
        ...{ stackBars: true, height: '120px', chartPadding: { top: 8, right: 0, bottom: 0, left: 0 } },
        axisX: { showGrid: false, showLabel: false, offset: 0 },
        axisY: { showGrid: false, showLabel: false, offset: 0, low: 0 },
      },
    )
    return () => void chart.detach()
  }, [days])
  const today = dayOf(now())
  return (
    <figure className={styles.chart} aria-hidden="true">
      <div className={styles.days}>
        {days.map(({ day, rupees }) => (
          <span key={day} data-today={day === today || undefined}>
            <span className={styles.value}>{rupees > 0 ? number(rupees) : day > today ? '' : '0'}</span>
            <span className={styles.name}>{names.format(new Date(`${day}T12:00:00+05:30`))}</span>
          </span>
        ))}
      </div>
      <div ref={box} className={styles.bars} />
      {days.some(({ heldRupees }) => heldRupees > 0) && <figcaption>{t('week.held')}</figcaption>}
    </figure>
  )
}
