import { type IntentKind, type Order, ulidOf } from '#model'
import { attention, needsAttention } from '../../../data/attention.ts'
import { useLive } from '../../../data/use-live.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { didSave } from '../../../ui/feedback/did-save.ts'
import { Told } from '../../../ui/feedback/told.tsx'
import styles from './editing.module.css'
import { HelpLinks } from './help-links.tsx'

/** What was asked of this order and not granted, until it is put away: the order stands as it is shown. */
export function RefusedEdits({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const problem = useProblem()
  const items = useLive(needsAttention)
  const titles: Partial<Record<IntentKind, string>> = {
    'change-order': t('edit.changeRefused'),
    'cancel-order': t('edit.cancelRefused'),
    'report-problem': t('report.refused'),
  }
  const refused = items.status !== 'ready' ? [] : items.data
  const banners = refused.map(({ id, reason, intent }) => {
    const title = intent && titles[intent.kind]
    if (!title || !('order' in intent.payload) || intent.payload.order !== ulidOf(order._id)) return null
    const putAway = () => void didSave(attention.putAway(id))
    return (
      <Banner key={id} tone="rose" title={title}>
        <p>{problem(reason)}</p>
        <HelpLinks order={order} />
        <p className={styles.actions}>
          <Button variant="quiet" onClick={putAway}>
            {t('edit.understood')}
          </Button>
        </p>
      </Banner>
    )
  })
  return <Told>{banners.some(Boolean) && <div className={styles.panel}>{banners}</div>}</Told>
}
