import { hasVisibleText } from '#model'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import styles from './promo-code.module.css'

export interface PromoCodeProps {
  text: string
  state:
    | { status: 'none' | 'malformed' }
    | { status: 'checking' | 'unchecked'; code: string }
    | { status: 'holds'; code: string; discountRupees: number; isCapped: boolean }
    | { status: 'refused'; code: string; reason: string; minimumRupees: number | undefined }
  onType: (text: string) => void
  onApply: () => void
  onRemove: () => void
}

/** The field for a promo code; beside it, what the code gives or why it gives nothing. */
export function PromoCode({ text, state, onType, onApply, onRemove }: PromoCodeProps) {
  const { t } = useTranslation('orders')
  const { rupees } = useFormat()
  const isApplied = state.status !== 'none' && hasVisibleText(text)

  const error = () => {
    if (state.status === 'malformed') return t('promo.malformed')
    if (state.status !== 'refused') return undefined
    const reasons: Record<string, string> = {
      promo_unknown: t('promo.unknown', { code: state.code }),
      promo_ended: t('promo.ended', { code: state.code }),
      promo_used: t('promo.used', { code: state.code }),
      promo_needs_account: t('promo.needsAccount', { code: state.code }),
      promo_minimum: t('promo.minimum', { code: state.code, amount: rupees(state.minimumRupees ?? 0) }),
    }
    return reasons[state.reason] ?? t('promo.refused', { code: state.code })
  }
  const hint = {
    none: t('promo.hint'),
    checking: state.status === 'checking' && t('promo.checking', { code: state.code }),
    malformed: undefined,
    refused: undefined,
    unchecked: state.status === 'unchecked' && t('promo.unchecked', { code: state.code }),
    holds: state.status === 'holds' && (
      <b className={styles.holds}>
        {t(state.isCapped ? 'promo.holdsAtMost' : 'promo.holds', {
          code: state.code,
          amount: rupees(state.discountRupees),
        })}
      </b>
    ),
  }[state.status]

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onApply()
      }}
    >
      <Field label={t('promo.label')} optional error={error()} hint={<span role="status">{hint}</span>}>
        {(control) => (
          <span className={styles.row}>
            <TextInput
              {...control}
              value={text}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={(event) => onType(event.target.value)}
            />
            {isApplied ? (
              <Button onClick={onRemove} aria-label={t('promo.removeNamed')}>
                {t('promo.remove')}
              </Button>
            ) : (
              <Button type="submit">{t('promo.apply')}</Button>
            )}
          </span>
        )}
      </Field>
    </form>
  )
}
