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
  const { t } = useTranslation('parts')
  return { call: t('substitution.call'), same_value: t('substitution.sameValue'), refund: t('substitution.refund') }
}

export function usePaymentNames() {
  const { t } = useTranslation('parts')
  return { upi: t('payment.upi'), card: t('payment.card'), wallet: t('payment.wallet') }
}

/** The error texts of a delivery's fields, by reason code; `most`: how many letters fit. */
export function useDeliveryErrors() {
  const { t } = useTranslation('checkout')
  const sentences: Record<string, string> = {
    name: t('error.name'),
    phone: t('error.phone'),
    address: t('error.address'),
    unknown_city: t('error.city'),
    pincode: t('error.pincode'),
    deliveryOn: t('error.date'),
    past: t('error.past'),
    email: t('error.email'),
  }
  return (code: string | undefined, most: number | undefined) => {
    if (code === undefined) return undefined
    if (code === 'long' && most !== undefined) return t('error.long', { most })
    return sentences[code] ?? t('error.other')
  }
}

/** The warnings beside an address's fields; they stop nobody from ordering. */
export function useAddressWarnings(
  { phone, pincode }: { phone: boolean; pincode: 'unusual' | 'elsewhere' | undefined },
  city: string,
): { phone: string | undefined; pincode: string | undefined } {
  const { t } = useTranslation('checkout')
  const ofPincode = { unusual: t('warning.pincode'), elsewhere: t('warning.pincodeOfCity', { city }) }
  return { phone: phone ? t('warning.phone') : undefined, pincode: pincode && ofPincode[pincode] }
}
