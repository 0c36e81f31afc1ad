/** Names that a city had before, or has beside its own. */
export const CITY_WORDS: Partial<Record<string, string>> = {
  mumbai: 'Bombay',
  bangalore: 'Bengaluru Banglore',
  chennai: 'Madras',
  kolkata: 'Calcutta',
  pune: 'Poona',
  vadodara: 'Baroda',
  visakhapatnam: 'Vizag',
  varanasi: 'Banaras Kashi',
  prayagraj: 'Allahabad',
  aurangabad: 'Sambhajinagar',
  delhi: 'New Delhi',
  kanpur: 'Cawnpore',
  thane: 'Thana',
  'hubli-dharwad': 'Hubballi',
}
