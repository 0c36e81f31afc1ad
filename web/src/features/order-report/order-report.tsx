import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useParams } from 'react-router-dom'
import { type Order, PROBLEMS, reportableUntil, reportProblem, ulidOf, whyNotReportable } from '#model'
import styles from '../../blocks/orders/edits/order-edits.module.css'
import { HelpLinks } from '../../blocks/orders/help-links.tsx'
import { useProblemNames } from '../../blocks/orders/problem-names.ts'
import { UnknownOrder } from '../../blocks/orders/unknown-order.tsx'
import { useTickingClock } from '../../blocks/orders/use-ticking-clock.ts'
import { SamePerson } from '../../blocks/people/same-person.tsx'
import { ask } from '../../data/ask.ts'
import { drafts } from '../../data/drafts.ts'
import { orderById } from '../../data/orders/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { ChipGroup } from '../../ui/forms/choices.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'
import { useGoBack } from '../../ui/layout/go-back.ts'
import { ActionBar, Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { MOST_REPORT_LETTERS, ReportForm, type ReportValues, restoreReport } from './report-form.ts'

export function OrderReportScreen() {
  return (
    <SamePerson>
      <OrderReport />
    </SamePerson>
  )
}

function OrderReport() {
  const { orderId = '' } = useParams()
  const view = useLive(orderById(orderId))
  if (view.status === 'loading') return <Loading />
  if (view.status === 'failed') return <Failed error={view.error} />
  const { order, pendingReport } = view.data ?? {}
  if (!order) return <UnknownOrder />
  return <Report order={order} isAsked={pendingReport !== undefined} />
}

function Report({ order, isAsked }: { order: Order; isAsked: boolean }) {
  const { t } = useTranslation('orders')
  const { when } = useFormat()
  const until = reportableUntil(order) ?? new Date(0)
  const now = useTickingClock(until)
  const reason = isAsked ? 'problem_reported' : whyNotReportable(order, now)
  const reasons = {
    problem_reported: t('report.already'),
    order_not_delivered: t('report.tooEarly'),
    report_too_late: t('report.tooLate'),
  }
  if (reason)
    return (
      <Page>
        <EmptyState
          heading="h1"
          picture="/flowers/states/no-orders.svg"
          title={t('report.notNow')}
          action={<ButtonLink href={link(paths.orderTracking(ulidOf(order._id)))}>{t('edit.back')}</ButtonLink>}
        >
          {reasons[reason]}
        </EmptyState>
      </Page>
    )
  return (
    <Page width="narrow">
      <div className={styles.panel}>
        <h1>{t('report.title')}</h1>
        <p className={styles.quiet}>{t('number', { number: order.number })}</p>
        <p className={styles.quiet}>{t('report.until', { time: when(until.toISOString()) })}</p>
      </div>
      <ReportFields order={order} />
      <div className={styles.after}>
        <p className={styles.quiet}>{t('report.people')}</p>
        <HelpLinks order={order} />
      </div>
    </Page>
  )
}

function ReportFields({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const names = useProblemNames()
  const goBack = useGoBack(paths.orderTracking(ulidOf(order._id)))
  const { register, handleSubmit, watch, setValue, formState } = useForm<ReportValues>({
    resolver: valibotResolver(ReportForm),
    defaultValues: restoreReport(drafts.get('report'), order),
    reValidateMode: 'onChange',
  })
  const code = formState.errors.message?.message

  useEffect(() => {
    const typing = watch((values) => drafts.save('report', { order: order._id, values }))
    return () => typing.unsubscribe()
  }, [watch, order._id])

  const send = handleSubmit(async (values) => {
    if (!(await saveOrToast(ask(reportProblem, { order: ulidOf(order._id), ...values })))) return
    drafts.clear('report')
    goBack()
  })

  return (
    <Form className={styles.form} onSubmit={send}>
      <ChipGroup
        legend={t('report.what')}
        value={watch('problem')}
        onChange={(chosen) => setValue('problem', chosen)}
        options={PROBLEMS.map((value) => ({ value, label: names[value] }))}
      />
      <Field
        label={t('report.message')}
        hint={t('report.messageHint')}
        error={
          code === undefined
            ? undefined
            : code === 'long'
              ? t('report.long', { most: MOST_REPORT_LETTERS })
              : t('report.missing')
        }
      >
        {(control) => <TextArea {...control} {...register('message')} rows={5} />}
      </Field>
      <ActionBar>
        <Button type="submit" variant="primary" size="large" busy={formState.isSubmitting}>
          {t('report.send')}
        </Button>
      </ActionBar>
    </Form>
  )
}
