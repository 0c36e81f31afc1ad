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

// If the QR code cannot be loaded, the UPI ID remains.
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

/** Offers a code to scan from another screen, a link for an app on this one, or a request to the person's UPI ID. */
export function UpiPayment({ id, onPay, totalRupees }: PaymentForm & { totalRupees: number }) {
  const { t } = useTranslation('orders')
  const { language, rupees } = useFormat()
  const [reference] = useState(() => `MOGRA${Date.now()}`)
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(UpiForm),
    defaultValues: { upiId: paymentDraft.get().upiId },
    reValidateMode: 'onChange',
  })
  const { onChange, ...field } = register('upiId')
  const link = upiLink(totalRupees, reference, t('checkout.upi.note', { name: company.name[language] }))
  return (
    <form id={id} className={styles.details} onSubmit={handleSubmit(onPay)} noValidate>
      <div className={styles.scan}>
        <div className={styles.qr}>
          <Suspense>
            <UpiQr text={link} label={t('checkout.upi.qr', { amount: rupees(totalRupees), id: company.upiId })} />
          </Suspense>
        </div>
        <div className={styles.scanText}>
          <p>{t('checkout.upi.scan')}</p>
          <p className={checkoutStyles.quiet}>{company.upiId}</p>
          <ButtonLink href={link}>{t('checkout.upi.open')}</ButtonLink>
        </div>
      </div>
      <Field
        label={t('checkout.upi.id')}
        optional
        hint={t('checkout.upi.idHint')}
        error={formState.errors.upiId ? t('checkout.upi.idError') : undefined}
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
