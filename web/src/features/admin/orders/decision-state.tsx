import type { ItemDecision } from '../../../data/admin/open-items.ts'
import { type AttentionItem, attention } from '../../../data/attention.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import styles from './items.module.css'

interface DecisionStateProps {
  decision: ItemDecision | undefined
  refused: readonly AttentionItem[]
}

/** How far the admin's own decision about an item has got, and why an earlier one was refused. */
export function DecisionState({ decision, refused }: DecisionStateProps) {
  const { t } = useTranslation('desk')
  const problem = useProblem()
  const stage = decision?.receipt ? 'confirmed' : decision?.sentAt ? 'sent' : 'saved'
  const says = { saved: t('items.saved'), sent: t('items.sent'), confirmed: t('items.settled') }
  return (
    <>
      <LiveRegion>
        {decision && (
          <p className={styles.state}>
            <SyncGlyph stage={stage} size={22} />
            <span>{says[stage]}</span>
          </p>
        )}
      </LiveRegion>
      <LiveRegion role="alert">
        {refused.map(({ id, reason }) => (
          <Banner
            key={id}
            tone="rose"
            title={problem(reason)}
            action={<Button onClick={() => void saveOrToast(attention.putAway(id))}>{t('tickets.understood')}</Button>}
          />
        ))}
      </LiveRegion>
    </>
  )
}
