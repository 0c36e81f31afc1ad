import { SUBSTITUTIONS, type Substitution } from '#model'
import { useSubstitutionNames } from '../../../blocks/orders/order-labels.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { RadioCards } from '../../../ui/forms/choices.tsx'

interface SubstitutionChoiceProps {
  value: Substitution
  onChange: (chosen: Substitution) => void
}

/** Asks what may happen if a flower is unavailable: nothing is replaced without the customer's consent. */
export function SubstitutionChoice({ value, onChange }: SubstitutionChoiceProps) {
  const { t } = useTranslation('orders')
  const names = useSubstitutionNames()
  const notes = {
    call: t('checkout.substitution.callNote'),
    same_value: t('checkout.substitution.sameValueNote'),
    refund: t('checkout.substitution.refundNote'),
  }
  return (
    <RadioCards
      legend={t('checkout.substitution.legend')}
      value={value}
      onChange={onChange}
      options={SUBSTITUTIONS.map((one) => ({ value: one, label: names[one], note: notes[one] }))}
    />
  )
}
