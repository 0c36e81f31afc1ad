import { Check, type LucideIcon, X } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './timeline.module.css'

export interface TimelineItem {
  title: string
  note?: string
  /** In words: "10:46 am", "by 1:45 pm". */
  time?: string
  /** `ended`: it stopped here, before the last step. */
  state: 'done' | 'now' | 'waiting' | 'ended'
  /** Shown instead of the empty disc. */
  icon?: LucideIcon
}

/** Past, current and coming steps; a solid line behind the current one, a dashed one ahead. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label?: string }) {
  const { t } = useTranslation('parts')
  return (
    <ol className={styles.timeline} aria-label={label}>
      {items.map(({ title, note, time, state, icon: Icon }) => (
        <li key={title} className={styles.item} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={styles.dot} aria-hidden="true">
            {state === 'done' ? <Check /> : state === 'ended' ? <X /> : Icon && <Icon />}
          </span>
          <span className={styles.title}>
            <span>{title}</span>
            {state === 'done' && <VisuallyHidden>{` ${t('step.done')}`}</VisuallyHidden>}
          </span>
          {time && <span className={styles.time}>{time}</span>}
          {note && <p className={styles.note}>{note}</p>}
        </li>
      ))}
    </ol>
  )
}
