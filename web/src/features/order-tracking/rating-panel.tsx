import { type FormEvent, useRef, useState } from 'react'
import { COMMENT_AT_MOST, type Order, rateDelivery, STARS, ulidOf } from '#model'
import styles from '../../blocks/orders/edits/order-edits.module.css'
import { usePendingReason } from '../../blocks/orders/pending-reason.ts'
import { ask } from '../../data/ask.ts'
import { drafts } from '../../data/drafts.ts'
import type { OrderView } from '../../data/orders/orders.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { StarChoice } from '../../ui/forms/star-choice.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'
import { SyncChip } from '../../ui/progress/sync-chip.tsx'
import { readComment, restoreRating, type TypedRating } from './rating-form.ts'

/** Lets the customer rate a delivered order, once, and shows how far the rating has got. */
export function RatingPanel({ view, order }: { view: OrderView; order: Order }) {
  return (
    <>
      <LiveRegion>
        <RatingState view={view} />
      </LiveRegion>
      {!order.rating && !view.pendingRating && <RatingFields order={order} />}
    </>
  )
}

function RatingState({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { when } = useFormat()
  const waiting = usePendingReason(view)
  const rating = view.order?.rating
  const pending = view.pendingRating
  const starsOf = (count: number) => t('rating.done', { stars: t('rating.star', { count }) })
  if (rating) return <SyncChip stage="confirmed" title={starsOf(rating.stars)} note={when(rating.at)} />
  if (!pending) return null
  const title = pending.stage === 'saved' ? t('rating.saved') : t('rating.sent')
  const since = `${starsOf(pending.stars)} · ${when(pending.at)}`
  return (
    <SyncChip
      stage={pending.stage}
      title={title}
      note={pending.stage === 'saved' ? `${since} · ${waiting.note}` : since}
    />
  )
}

/** Two fields need no form library, which this screen would load for them alone. */
function RatingFields({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const [typed, setTyped] = useState(() => restoreRating(drafts.get('rating'), order))
  const [wasSent, setWasSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const firstStar = useRef<HTMLInputElement>(null)
  const commentField = useRef<HTMLTextAreaElement>(null)
  const comment = readComment(typed.comment)

  const change = (changed: Partial<TypedRating>) => {
    const values = { ...typed, ...changed }
    setTyped(values)
    drafts.save('rating', { order: order._id, values })
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (typed.stars === undefined) return firstStar.current?.focus()
    if (comment === undefined) return commentField.current?.focus()
    setBusy(true)
    const asking = ask(rateDelivery, { order: ulidOf(order._id), stars: typed.stars, ...(comment && { comment }) })
    if (await saveOrToast(asking)) drafts.clear('rating')
    setBusy(false)
  }

  return (
    <section className={styles.panel} aria-labelledby="rating">
      <h2 id="rating">{order.partner ? t('rating.titleBy', { name: order.partner.name }) : t('rating.title')}</h2>
      <Form className={styles.form} onSubmit={send}>
        <StarChoice
          legend={t('rating.stars')}
          options={STARS}
          ref={firstStar}
          value={typed.stars}
          labelOf={(count) => t('rating.star', { count })}
          onChange={(stars) => change({ stars })}
          error={wasSent && typed.stars === undefined ? t('rating.missing') : undefined}
        />
        <Field
          label={t('rating.comment')}
          optional
          hint={t('rating.commentHint')}
          error={wasSent && comment === undefined ? t('rating.long', { most: COMMENT_AT_MOST }) : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              ref={commentField}
              value={typed.comment}
              onChange={(event) => change({ comment: event.target.value })}
            />
          )}
        </Field>
        <div className={styles.actions}>
          <Button type="submit" busy={isBusy}>
            {t('rating.send')}
          </Button>
        </div>
      </Form>
    </section>
  )
}
