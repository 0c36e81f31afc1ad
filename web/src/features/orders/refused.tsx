import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { intentId, ulidOf } from '#model'
import { ask } from '../../data/ask.ts'
import { attention } from '../../data/attention.ts'
import type { OrderView } from '../../data/orders.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblem } from '../../i18n/problem.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import styles from './tracking.module.css'
import { useWayOn } from './way-on.ts'

const NewFigures = v.object({ totalRupees: v.number() })

/** Why it was refused, and a way on; nothing was charged. */
export function Refused({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { rupees } = useFormat()
  const problem = useProblem()
  const wayOn = useWayOn(view)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { asked, refusal, reason } = view
  const figures = reason === 'price_changed' ? v.safeParse(NewFigures, refusal) : undefined
  const newTotal = figures?.success ? figures.output.totalRupees : undefined

  const orderAgain = async (quotedTotalRupees: number) => {
    if (!asked) return
    setAsking(true)
    setFailed(false)
    try {
      const again = await ask('place-order', { ...asked, quotedTotalRupees })
      void navigate(paths.orderTracking(ulidOf(again.intentId)), { replace: true })
    } catch {
      setAsking(false)
      setFailed(true)
      return
    }
    // The new order is stored whatever becomes of this mark; a second press would be a second order.
    await attention.dismiss(intentId(ulidOf(view.id))).catch(() => undefined)
  }

  return (
    <Banner tone="rose" role="status" title={problem(reason ?? 'other')}>
      <p>{wayOn.text}</p>
      {newTotal !== undefined && asked && (
        <dl className={styles.figures}>
          <dt>{t('refused.before')}</dt>
          <dd>
            <s>{rupees(asked.quotedTotalRupees)}</s>
          </dd>
          <dt>{t('refused.now')}</dt>
          <dd>
            <b>{rupees(newTotal)}</b>
          </dd>
        </dl>
      )}
      {hasFailed && <p role="alert">{t('refused.failed')}</p>}
      <p className={styles.actions}>
        {newTotal !== undefined && (
          <Button variant="primary" busy={isAsking} onClick={() => orderAgain(newTotal)}>
            {t('refused.accept', { total: rupees(newTotal) })}
          </Button>
        )}
        <ButtonLink href={wayOn.href}>{wayOn.label}</ButtonLink>
      </p>
    </Banner>
  )
}
