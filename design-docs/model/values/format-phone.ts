import { normalisePhone } from './phone.ts'

/** Formats a phone number for reading: `+91 98290 11420`. */
export const formatPhone = (stored: string): string =>
  normalisePhone(stored).replace(/^\+91([6-9][0-9]{4})([0-9]{5})$/, '+91 $1 $2')
