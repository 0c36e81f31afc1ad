import { useState } from 'react'
import { type DeliveryWindow, dayOf, lastDeliveryDay, MOST_DAYS_AHEAD, openWindows } from '#model'
import { IndiaTimes } from '../../blocks/orders/india-times.tsx'
import { useWindowNames } from '../../blocks/orders/order-labels.ts'
import { useNow } from '../../clock/use-now.ts'
import { drafts } from '../../data/drafts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import styles from './product.module.css'

type DeliveryChoice = ReturnType<typeof useDeliveryChoice>

/**
 * The chosen day and time. A day that cannot be ordered counts as the nearest one that can, and a closed time window as
 * any time.
 */
export function useDeliveryChoice() {
  const now = useNow()
  const [today, lastDay] = [dayOf(now), lastDeliveryDay(now)]
  const [typed, setTypedDay] = useState<string>()
  const typedDay = typed ?? today
  /** The reason why the day that was typed last was replaced. */
  const [replaced, setReplaced] = useState<'gone' | 'far'>()
  const [wantedWindow, setWindow] = useState<DeliveryWindow>('any')
  const isFar = typedDay > lastDay
  const deliveryOn = typedDay < today ? today : isFar ? lastDay : typedDay
  const windows = openWindows(deliveryOn, now)
  const deliveryWindow = windows.includes(wantedWindow) ? wantedWindow : 'any'
  const typeDay = (day: string) => {
    setReplaced(undefined)
    setTypedDay(day)
  }
  const leaveDay = () => {
    if (deliveryOn === typedDay) return
    // An emptied field asked for no day, so nothing was replaced.
    setReplaced(isFar ? 'far' : typedDay ? 'gone' : undefined)
    setTypedDay(deliveryOn)
  }
  return {
    today,
    lastDay,
    typedDay,
    typeDay,
    leaveDay,
    isFar,
    replaced,
    deliveryOn,
    windows,
    deliveryWindow,
    setWindow,
  }
}

/** Says why a typed day cannot be had, or was replaced. */
export function useDeliveryDayWarning({ isFar, replaced }: DeliveryChoice): string | undefined {
  const { t } = useTranslation('catalogue')
  if (isFar) return t('product.tooFar', { count: MOST_DAYS_AHEAD })
  if (replaced) return replaced === 'far' ? t('product.dayCut') : t('product.dayGone')
  return undefined
}

export function DeliveryFields({ choice }: { choice: DeliveryChoice }) {
  const { t } = useTranslation('catalogue')
  const names = useWindowNames()
  const { today, lastDay, typedDay, typeDay, leaveDay, windows, deliveryWindow, setWindow } = choice
  return (
    <div className={styles.when}>
      <Field label={t('product.date')} warning={useDeliveryDayWarning(choice)}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            min={today}
            max={lastDay}
            value={typedDay}
            onChange={(event) => typeDay(event.target.value)}
            // While a year is being typed, the day is long past; the field keeps the typed text until it is left.
            onBlur={leaveDay}
          />
        )}
      </Field>
      <Field label={t('product.time')}>
        {(control) => (
          <Select
            {...control}
            value={deliveryWindow}
            onChange={(event) => setWindow(event.target.value as DeliveryWindow)}
          >
            {windows.map((window) => (
              <option key={window} value={window}>
                {names[window]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <IndiaTimes />
    </div>
  )
}

/** Stores the chosen day and time, so that the checkout begins with them. */
export function rememberDelivery({ deliveryOn, deliveryWindow }: DeliveryChoice): void {
  const kept = drafts.get('checkout')
  drafts.save('checkout', { ...(typeof kept === 'object' ? kept : {}), deliveryOn, deliveryWindow })
}
