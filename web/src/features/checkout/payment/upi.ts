import { company, toAsciiDigits, withoutUnseen } from '#model'

/** Somebody's address for payments, such as `asha@okbank`. */
export const looksLikeUpiId = (text: string): boolean =>
  /^[a-z0-9._-]{2,256}@[a-z][a-z0-9]{1,63}$/i.test(toAsciiDigits(withoutUnseen(text.normalize('NFKC'))).trim())

/** What a UPI app opens, and what the code says to it; `reference` comes back with the payment. */
export function upiLink(rupees: number, reference: string, note: string): string {
  const query = new URLSearchParams({
    pa: company.upiId,
    pn: company.name.en,
    am: rupees.toFixed(2),
    cu: 'INR',
    tn: note,
    tr: reference,
  })
  // UPI apps take no plus for a space.
  return `upi://pay?${query.toString().replaceAll('+', '%20')}`
}
