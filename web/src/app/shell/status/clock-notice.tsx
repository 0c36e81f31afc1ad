import { useEffect, useEffectEvent } from 'react'
import { onWrongClock } from '../../../data/wrong-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { announce } from '../../../ui/overlays/toasts.tsx'

/** Says in one sentence, once, that this device's clock is wrong and that Mogra does not go by it. */
export function ClockNotice() {
  const { t } = useTranslation('shell')
  const tell = useEffectEvent(() => announce({ message: t('wrongClock') }))
  useEffect(() => onWrongClock(() => tell()), [])
  return null
}
