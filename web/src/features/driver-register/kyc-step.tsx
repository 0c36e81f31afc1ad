import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { NumberField } from '../../blocks/applications/wizard/steps/number-field.tsx'
import { StepForm } from '../../blocks/applications/wizard/steps/step-form.tsx'
import { useStepErrors, useTyped } from '../../blocks/applications/wizard/steps/use-step.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import styles from './driver-register.module.css'
import { KYC, KycRules, type KycValues } from './driver-rules.ts'

export function KycStep() {
  const { t } = useTranslation('applications')
  const form = useForm<KycValues>({
    resolver: valibotResolver(KycRules),
    defaultValues: useTyped<KycValues>(KYC),
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const { register, watch, formState } = form
  const errorOf = useStepErrors(formState.errors)
  const typed = watch()
  return (
    <StepForm
      form={form}
      blocked={(codes) => (Object.values(codes).includes('missing') ? t('blocked.kyc') : t('blocked.check'))}
    >
      <NumberField
        {...register('licenseNumber')}
        label={t('fields.licenseNumber')}
        error={errorOf('licenseNumber')}
        typed={typed.licenseNumber}
        warn={(number, { isWellFormed }) => (isWellFormed('licence', number) ? undefined : t('unusual.licence'))}
      />
      <NumberField
        {...register('aadharNumber')}
        label={t('fields.aadharNumber')}
        hint={t('hints.aadhaar')}
        error={errorOf('aadharNumber')}
        typed={typed.aadharNumber}
        inputMode="numeric"
        isMasked
        warn={(number, { isWellFormed }) => (isWellFormed('aadhaar', number) ? undefined : t('unusual.aadhaar'))}
      />
      <NumberField
        {...register('panNumber')}
        label={t('fields.panNumber')}
        placeholder="ABCPE1234F"
        error={errorOf('panNumber')}
        typed={typed.panNumber}
        warn={(number, { isWellFormed }) => (isWellFormed('pan', number) ? undefined : t('unusual.pan'))}
      />
      <div className={styles.bank}>
        <FieldPair>
          <Field label={t('fields.bankAccount')} optional error={errorOf('bankAccount')}>
            {(control) => (
              <TextInput {...control} {...register('bankAccount')} inputMode="numeric" autoComplete="off" />
            )}
          </Field>
          <NumberField
            {...register('ifscCode')}
            label={t('fields.ifscCode')}
            optional
            error={errorOf('ifscCode')}
            typed={typed.ifscCode}
            warn={(number, { isWellFormed }) => (isWellFormed('ifsc', number) ? undefined : t('unusual.ifsc'))}
          />
        </FieldPair>
        <p className={styles.note}>{t('hints.bank')}</p>
      </div>
    </StepForm>
  )
}
