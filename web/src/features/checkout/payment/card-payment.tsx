import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { dayOf } from '#model'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FieldPair } from '../../../ui/forms/field-pair.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import checkoutStyles from '../draft/checkout-forms.module.css'
import { type CardValues, cardBrand, cardForm, cvvLength, groupDigits, slashExpiry } from './card.ts'
import styles from './payment.module.css'
import type { PaymentForm } from './payment-form.ts'

const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', rupay: 'RuPay', amex: 'American Express' } as const

/** The card form. Nothing typed here leaves this component. */
export function CardPayment({ id, onPay }: PaymentForm) {
  const { t } = useTranslation('orders')
  const { register, handleSubmit, watch, setValue, formState } = useForm<CardValues>({
    resolver: valibotResolver(cardForm(dayOf(new Date()))),
    defaultValues: { number: '', expiry: '', cvv: '', name: '' },
    reValidateMode: 'onChange',
  })
  const number = watch('number')
  const brand = cardBrand(number)
  const cvvDigits = cvvLength(number)
  const messages: Record<string, string> = {
    number: t('checkout.card.error.number'),
    expiry: t('checkout.card.error.expiry'),
    expired: t('checkout.card.error.expired'),
    cvv: t('checkout.card.error.cvv', { count: cvvDigits }),
    cardName: t('checkout.card.error.name'),
  }
  const errorOf = (field: keyof CardValues) => {
    const code = formState.errors[field]?.message
    return code === undefined ? undefined : (messages[code] ?? t('checkout.error.other'))
  }
  /** Formats the typed text, as long as the cursor is at its end. */
  const formatted = (field: 'number' | 'expiry', format: (text: string) => string) => ({
    ...register(field, {
      onChange: ({ target }: { target: HTMLInputElement }) => {
        if (target.selectionStart === target.value.length) setValue(field, format(target.value))
      },
      onBlur: ({ target }: { target: HTMLInputElement }) => setValue(field, format(target.value)),
    }),
  })
  return (
    <form id={id} className={styles.details} onSubmit={handleSubmit(onPay)} noValidate>
      <Field
        label={t('checkout.card.number')}
        error={errorOf('number')}
        hint={brand ? t('checkout.card.brand', { brand: BRANDS[brand] }) : t('checkout.card.simulated')}
      >
        {(control) => (
          <TextInput {...control} {...formatted('number', groupDigits)} inputMode="numeric" autoComplete="cc-number" />
        )}
      </Field>
      <FieldPair>
        <Field label={t('checkout.card.expiry')} error={errorOf('expiry')}>
          {(control) => (
            <TextInput
              {...control}
              {...formatted('expiry', slashExpiry)}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder={t('checkout.card.expiryShape')}
            />
          )}
        </Field>
        <Field
          label={t('checkout.card.cvv')}
          error={errorOf('cvv')}
          hint={t('checkout.card.cvvHint', { count: cvvDigits })}
        >
          {(control) => (
            <TextInput {...control} {...register('cvv')} type="password" inputMode="numeric" autoComplete="cc-csc" />
          )}
        </Field>
      </FieldPair>
      <Field label={t('checkout.card.name')} error={errorOf('name')}>
        {(control) => <TextInput {...control} {...register('name')} autoComplete="cc-name" />}
      </Field>
      <p className={checkoutStyles.quiet}>{t('checkout.card.kept')}</p>
    </form>
  )
}
