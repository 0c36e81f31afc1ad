import { valibotResolver } from '@hookform/resolvers/valibot'
import { Bike, Car, Motorbike, Truck } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { PARTNER_EXPERIENCES, SERVICE_RADII } from '#model'
import { NumberField } from '../../blocks/applications/wizard/steps/number-field.tsx'
import { StepForm } from '../../blocks/applications/wizard/steps/step-form.tsx'
import { useStepErrors, useTyped } from '../../blocks/applications/wizard/steps/use-step.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { RadioCards } from '../../ui/forms/choices.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { VEHICLE, VehicleRules, type VehicleValues } from './driver-rules.ts'

export function VehicleStep() {
  const { t } = useTranslation('applications')
  const form = useForm<VehicleValues>({
    resolver: valibotResolver(VehicleRules),
    defaultValues: useTyped<VehicleValues>(VEHICLE),
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const { register, watch, setValue, formState } = form
  const errorOf = useStepErrors(formState.errors)
  const [vehicleType, vehicleNumber] = watch(['vehicleType', 'vehicleNumber'])
  const years = t('years', { returnObjects: true })
  const hasPlate = vehicleType !== 'bicycle'
  return (
    <StepForm
      form={form}
      blocked={(codes) => (Object.values(codes).includes('missing') ? t('blocked.vehicle') : t('blocked.check'))}
    >
      <div data-field="vehicleType">
        <RadioCards
          legend={t('fields.vehicleType')}
          value={vehicleType}
          onChange={(value) => setValue('vehicleType', value, { shouldValidate: formState.isSubmitted })}
          error={errorOf('vehicleType')}
          options={[
            { value: 'bike', icon: Motorbike, label: t('vehicles.bike') },
            { value: 'car', icon: Car, label: t('vehicles.car') },
            { value: 'van', icon: Truck, label: t('vehicles.van') },
            { value: 'bicycle', icon: Bike, label: t('vehicles.bicycle') },
          ]}
        />
      </div>
      <NumberField
        {...register('vehicleNumber')}
        label={t('fields.vehicleNumber')}
        hint={hasPlate ? undefined : t('hints.bicycle')}
        error={errorOf('vehicleNumber')}
        typed={vehicleNumber}
        warn={(typed, { isWellFormed }) =>
          hasPlate && !isWellFormed('vehicle', typed) ? t('unusual.vehicle') : undefined
        }
      />
      <FieldPair>
        <Field label={t('fields.serviceRadius')}>
          {(control) => (
            <Select {...control} {...register('serviceRadius')}>
              {SERVICE_RADII.map((radius) => (
                <option key={radius} value={radius}>
                  {t('kilometres', { radius })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('fields.experience')} optional>
          {(control) => (
            <Select {...control} {...register('experience')}>
              <option value="">{t('notGiven')}</option>
              {PARTNER_EXPERIENCES.map((experience) => (
                <option key={experience} value={experience}>
                  {years[experience]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </FieldPair>
    </StepForm>
  )
}
