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
  const { t } = useTranslation('checkout')
  const names = useSubstitutionNames()
  const notes = {
    call: t('substitution.callNote'),
    same_value: t('substitution.sameValueNote'),
    refund: t('substitution.refundNote'),
  }
  return (
    <RadioCards
      legend={t('substitution.legend')}
      value={value}
      onChange={onChange}
      options={SUBSTITUTIONS.map((one) => ({ value: one, label: names[one], note: notes[one] }))}
    />
  )
}
