import { useTranslation } from '../../i18n/use-translation.ts'

/** Labels that several features use for the same thing. */

export function useWindowNames() {
  const { t } = useTranslation('common')
  return {
    any: t('window.any'),
    morning: t('window.morning'),
    afternoon: t('window.afternoon'),
    evening: t('window.evening'),
  }
}

export function useSubstitutionNames() {
  const { t } = useTranslation('orders')
  return { call: t('substitution.call'), same_value: t('substitution.sameValue'), refund: t('substitution.refund') }
}

export function usePaymentNames() {
  const { t } = useTranslation('orders')
  return { upi: t('payment.upi'), card: t('payment.card'), wallet: t('payment.wallet') }
}

/** The error texts of a delivery's fields, by reason code; `most`: how many letters fit. */
export function useDeliveryErrors() {
  const { t } = useTranslation('orders')
  const sentences: Record<string, string> = {
    name: t('checkout.error.name'),
    phone: t('checkout.error.phone'),
    address: t('checkout.error.address'),
    unknown_city: t('checkout.error.city'),
    pincode: t('checkout.error.pincode'),
    deliveryOn: t('checkout.error.date'),
    past: t('checkout.error.past'),
    email: t('checkout.error.email'),
  }
  return (code: string | undefined, most: number | undefined) => {
    if (code === undefined) return undefined
    if (code === 'long' && most !== undefined) return t('checkout.error.long', { most })
    return sentences[code] ?? t('checkout.error.other')
  }
}

/** The warnings beside an address's fields; they stop nobody from ordering. */
export function useAddressWarnings(
  { phone, pincode }: { phone: boolean; pincode: 'unusual' | 'elsewhere' | undefined },
  city: string,
): { phone: string | undefined; pincode: string | undefined } {
  const { t } = useTranslation('orders')
  const ofPincode = { unusual: t('checkout.warning.pincode'), elsewhere: t('checkout.warning.pincodeOfCity', { city }) }
  return { phone: phone ? t('checkout.warning.phone') : undefined, pincode: pincode && ofPincode[pincode] }
}
