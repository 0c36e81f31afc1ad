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

/** Nothing typed here leaves this component. */
export function CardPayment({ id, onPay }: PaymentForm) {
  const { t } = useTranslation('checkout')
  const { register, handleSubmit, watch, setValue, formState } = useForm<CardValues>({
    resolver: valibotResolver(cardForm(dayOf(new Date()))),
    defaultValues: { number: '', expiry: '', cvv: '', name: '' },
    reValidateMode: 'onChange',
  })
  const number = watch('number')
  const brand = cardBrand(number)
  const cvvDigits = cvvLength(number)
  const messages: Record<string, string> = {
    number: t('card.error.number'),
    expiry: t('card.error.expiry'),
    expired: t('card.error.expired'),
    cvv: t('card.error.cvv', { count: cvvDigits }),
    cardName: t('card.error.name'),
  }
  const errorOf = (field: keyof CardValues) => {
    const code = formState.errors[field]?.message
    return code === undefined ? undefined : (messages[code] ?? t('error.other'))
  }
  /** Formats what was typed, as long as one types at its end. */
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
        label={t('card.number')}
        error={errorOf('number')}
        hint={brand ? t('card.brand', { brand: BRANDS[brand] }) : t('card.simulated')}
      >
        {(control) => (
          <TextInput {...control} {...formatted('number', groupDigits)} inputMode="numeric" autoComplete="cc-number" />
        )}
      </Field>
      <FieldPair>
        <Field label={t('card.expiry')} error={errorOf('expiry')}>
          {(control) => (
            <TextInput
              {...control}
              {...formatted('expiry', slashExpiry)}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder={t('card.expiryShape')}
            />
          )}
        </Field>
        <Field label={t('card.cvv')} error={errorOf('cvv')} hint={t('card.cvvHint', { count: cvvDigits })}>
          {(control) => (
            <TextInput {...control} {...register('cvv')} type="password" inputMode="numeric" autoComplete="cc-csc" />
          )}
        </Field>
      </FieldPair>
      <Field label={t('card.name')} error={errorOf('name')}>
        {(control) => <TextInput {...control} {...register('name')} autoComplete="cc-name" />}
      </Field>
      <p className={checkoutStyles.quiet}>{t('card.kept')}</p>
    </form>
  )
}
