const NAMED = 5

/** Lists the first few names for use in a sentence. */
export const firstFew = (names: string[]): string =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '')
