/** Lower-case letters and digits, five bits each. */
export const randomId = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 32).toString(32)).join('')

/** 128 bits, by which the service recognises the browser that made them. */
export const newSecret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
