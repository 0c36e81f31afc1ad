const NAMED = 5

/** The first few, for a sentence. */
export const firstFew = (names: string[]): string =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '')
