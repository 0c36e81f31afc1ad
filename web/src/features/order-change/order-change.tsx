import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { useParams } from 'react-router-dom'
import {
  addressWarnings,
  changeOrder,
  findCity,
  MOST_LETTERS,
  mostLettersIn,
  type OrderView,
  openWindows,
  ulidOf,
} from '#model'
import { useEditRefusalText } from '../../blocks/orders/edits/edit-refusal-text.ts'
import styles from '../../blocks/orders/edits/order-edits.module.css'
import { useEditing } from '../../blocks/orders/edits/use-editing.ts'
import { MessageTextArea } from '../../blocks/orders/message-text-area.tsx'
import { linesOf } from '../../blocks/orders/order-contents.ts'
import { useAddressWarnings, useDeliveryErrors, useWindowNames } from '../../blocks/orders/order-labels.ts'
import { UnknownOrder } from '../../blocks/orders/unknown-order.tsx'
import { SamePerson } from '../../blocks/people/same-person.tsx'
import { useNow } from '../../clock/use-now.ts'
import { ask } from '../../data/ask.ts'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import { drafts } from '../../data/drafts.ts'
import { orderById } from '../../data/orders/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea, TextInput } from '../../ui/forms/text-input.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { useGoBack } from '../../ui/layout/go-back.ts'
import { ActionBar, Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { ChangeForm, type ChangeValues, changeOf, type Editable, editableOf, restoreChange } from './change-form.ts'

export function OrderChangeScreen() {
  return (
    <SamePerson>
      <OrderChange />
    </SamePerson>
  )
}

function OrderChange() {
  const { orderId = '' } = useParams()
  const view = useLive(orderById(orderId))
  const flowers = useLive(allFlowers)
  if (view.status === 'loading' || flowers.status === 'loading') return <Loading />
  if (view.status === 'failed') return <Failed error={view.error} />
  const lines = view.data ? linesOf(view.data, flowers.status === 'ready' ? flowers.data.flowers : []) : []
  const editable = view.data && editableOf(view.data, lines)
  if (!view.data || !editable) return <UnknownOrder />
  return <Change view={view.data} editable={editable} />
}

function Change({ view, editable }: { view: OrderView; editable: Editable }) {
  const { t } = useTranslation('orders')
  const { time } = useFormat()
  const why = useEditRefusalText(view)
  const { end, reason } = useEditing(view)
  // The form may be replaced by the reason while a person types.
  const keptFocus = useFocusRestore('h1')
  return (
    <div {...keptFocus}>
      {reason ? (
        <Page>
          <EmptyState
            heading="h1"
            picture="/flowers/states/no-orders.svg"
            title={t('edit.gone')}
            action={<ButtonLink href={link(paths.orderTracking(ulidOf(view.id)))}>{t('edit.back')}</ButtonLink>}
          >
            {why(reason)}
          </EmptyState>
        </Page>
      ) : (
        <Page width="narrow">
          <div className={styles.panel}>
            <h1>{t('edit.changeTitle')}</h1>
            <p className={styles.quiet}>{end ? t('edit.until', { time: time(end) }) : t('edit.early')}</p>
            <p className={styles.quiet}>{t('edit.changeNote')}</p>
          </div>
          <ChangeFields order={editable} />
        </Page>
      )}
    </div>
  )
}

function ChangeFields({ order }: { order: Editable }) {
  const { t } = useTranslation('orders')
  const { language } = useFormat()
  const names = useWindowNames()
  const goBack = useGoBack(paths.orderTracking(ulidOf(order.id)))
  const { register, handleSubmit, watch, setValue, formState, control } = useForm<ChangeValues>({
    resolver: valibotResolver(ChangeForm),
    defaultValues: restoreChange(drafts.get('change'), order),
    reValidateMode: 'onChange',
  })
  const { fields } = useFieldArray({ control, name: 'messages' })
  const { phone, pincode, messages } = watch()
  const city = findCity(order.address.city)?.name[language] ?? order.address.city
  const warnings = useAddressWarnings(addressWarnings({ phone, pincode, city: order.address.city }), city)
  const open = openWindows(order.deliveryOn, useNow())
  const windows = open.includes(order.deliveryWindow) ? open : [order.deliveryWindow, ...open]

  useEffect(() => {
    const typing = watch((values) => drafts.save('change', { order: order.id, values }))
    return () => typing.unsubscribe()
  }, [watch, order.id])

  const sentence = useDeliveryErrors()
  const errorOf = (field: Exclude<keyof ChangeValues, 'messages'>) =>
    sentence(formState.errors[field]?.message, mostLettersIn(field))

  const save = handleSubmit(async (values) => {
    const change = changeOf(order, values)
    if (change && !(await saveOrToast(ask(changeOrder, change)))) return
    drafts.clear('change')
    goBack()
  })

  return (
    <Form className={styles.form} onSubmit={save}>
      <Field label={t('checkout.delivery.name')} error={errorOf('name')}>
        {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
      </Field>
      <Field
        label={t('checkout.delivery.phone')}
        error={errorOf('phone')}
        hint={t('checkout.delivery.phoneHint')}
        warning={warnings.phone}
      >
        {(control) => <TextInput {...control} {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />}
      </Field>
      <Field label={t('checkout.delivery.address')} error={errorOf('address')}>
        {(control) => <TextArea {...control} {...register('address')} autoComplete="street-address" />}
      </Field>
      <FieldPair>
        <Field label={t('checkout.delivery.city')}>
          {(control) => <TextInput {...control} value={city} readOnly aria-readonly="true" />}
        </Field>
        <Field label={t('checkout.delivery.pincode')} error={errorOf('pincode')} warning={warnings.pincode}>
          {(control) => (
            <TextInput {...control} {...register('pincode')} inputMode="numeric" autoComplete="postal-code" />
          )}
        </Field>
      </FieldPair>
      <Field label={t('checkout.delivery.landmark')} optional error={errorOf('landmark')}>
        {(control) => <TextInput {...control} {...register('landmark')} />}
      </Field>
      <Field label={t('checkout.delivery.time')}>
        {(control) => (
          <Select {...control} {...register('deliveryWindow')}>
            {windows.map((window) => (
              <option key={window} value={window}>
                {names[window]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {fields.map((field, i) => (
        <Field
          key={field.id}
          label={t('edit.message', { flower: order.lines[i]?.name[language] ?? '' })}
          optional
          error={sentence(formState.errors.messages?.[i]?.text?.message, MOST_LETTERS.message)}
        >
          {(input) => (
            <MessageTextArea
              {...input}
              value={messages[i]?.text ?? ''}
              onText={(text) => setValue(`messages.${i}.text`, text, { shouldValidate: formState.isSubmitted })}
            />
          )}
        </Field>
      ))}
      <ActionBar>
        <Button type="submit" variant="primary" size="large" busy={formState.isSubmitting}>
          {t('edit.save')}
        </Button>
      </ActionBar>
    </Form>
  )
}
