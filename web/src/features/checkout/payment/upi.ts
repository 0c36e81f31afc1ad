import { company, toAsciiDigits, withoutUnseen } from '#model'

/** Whether a text looks like a UPI ID, a payment address such as `asha@okbank`. */
export const looksLikeUpiId = (text: string): boolean =>
  /^[a-z0-9._-]{2,256}@[a-z][a-z0-9]{1,63}$/i.test(toAsciiDigits(withoutUnseen(text.normalize('NFKC'))).trim())

/** The link that opens a UPI app and that the QR code contains; `reference` comes back with the payment. */
export function upiLink(rupees: number, reference: string, note: string): string {
  const query = new URLSearchParams({
    pa: company.upiId,
    pn: company.name.en,
    am: rupees.toFixed(2),
    cu: 'INR',
    tn: note,
    tr: reference,
  })
  // UPI apps do not accept a plus for a space.
  return `upi://pay?${query.toString().replaceAll('+', '%20')}`
}
