/** Formats that look wrong; they advise and block nothing (design §8). */
export const looksLikePincode = (text: string) => /^[1-8]\d{2}\s?\d{3}$/.test(text.trim())
export const looksLikeMobile = (text: string) => /^(\+?91|0)?[6-9]\d{9}$/.test(text.replace(/[\s-]/g, ''))
