import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { SUPPLIER_CITIES } from '#model'
import { StepForm } from '../../blocks/applications/wizard/steps/step-form.tsx'
import { useStepErrors, useTyped } from '../../blocks/applications/wizard/steps/use-step.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Chips } from '../../ui/forms/choices.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'
import { LOCATION, LocationRules, type LocationValues } from './supplier-rules.ts'

export function LocationStep() {
  const { t } = useTranslation('applications')
  const { language } = useFormat()
  const form = useForm<LocationValues>({
    resolver: valibotResolver(LocationRules),
    defaultValues: useTyped<LocationValues>(LOCATION),
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const { register, watch, setValue, formState } = form
  const errorOf = useStepErrors(formState.errors)
  return (
    <StepForm
      form={form}
      blocked={(codes) => (Object.values(codes).includes('missing') ? t('blocked.location') : t('blocked.check'))}
    >
      <Field label={t('fields.address')} error={errorOf('address')}>
        {(control) => <TextArea {...control} {...register('address')} autoComplete="street-address" />}
      </Field>
      <div data-field="citiesServed">
        <Chips
          legend={t('fields.citiesServed')}
          options={SUPPLIER_CITIES.map(({ id, name }) => ({ value: id, label: name[language] }))}
          values={watch('citiesServed')}
          onChange={(chosen) => setValue('citiesServed', chosen, { shouldValidate: formState.isSubmitted })}
          error={errorOf('citiesServed')}
        />
      </div>
    </StepForm>
  )
}
