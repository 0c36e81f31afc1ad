import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { company, hasVisibleText } from '#model'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import checkoutStyles from '../draft/checkout-forms.module.css'
import styles from './payment.module.css'
import { paymentDraft } from './payment-draft.ts'
import type { PaymentForm } from './payment-form.ts'
import { looksLikeUpiId, upiLink } from './upi.ts'

// Without it there is still the UPI ID.
const UpiQr = lazy<ComponentType<{ text: string; label: string }>>(() =>
  import('./upi-qr.tsx').then(
    ({ UpiQr: Qr }) => ({ default: Qr }),
    () => ({ default: () => null }),
  ),
)

const UpiForm = v.object({
  upiId: v.pipe(
    v.string(),
    v.check((text) => !hasVisibleText(text) || looksLikeUpiId(text), 'upiId'),
  ),
})

/** A code to scan from another screen, the same for an app on this one, or a request to somebody's UPI ID. */
export function UpiPayment({ id, onPay, totalRupees }: PaymentForm & { totalRupees: number }) {
  const { t } = useTranslation('checkout')
  const { language, rupees } = useFormat()
  const [reference] = useState(() => `MOGRA${Date.now()}`)
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(UpiForm),
    defaultValues: { upiId: paymentDraft.get().upiId },
    reValidateMode: 'onChange',
  })
  const { onChange, ...field } = register('upiId')
  const link = upiLink(totalRupees, reference, t('upi.note', { name: company.name[language] }))
  return (
    <form id={id} className={styles.details} onSubmit={handleSubmit(onPay)} noValidate>
      <div className={styles.scan}>
        <div className={styles.qr}>
          <Suspense>
            <UpiQr text={link} label={t('upi.qr', { amount: rupees(totalRupees), id: company.upiId })} />
          </Suspense>
        </div>
        <div className={styles.scanText}>
          <p>{t('upi.scan')}</p>
          <p className={checkoutStyles.quiet}>{company.upiId}</p>
          <ButtonLink href={link}>{t('upi.open')}</ButtonLink>
        </div>
      </div>
      <Field
        label={t('upi.id')}
        optional
        hint={t('upi.idHint')}
        error={formState.errors.upiId ? t('upi.idError') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            {...field}
            onChange={(event) => {
              paymentDraft.save({ upiId: event.target.value })
              return onChange(event)
            }}
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
    </form>
  )
}
