/** Earlier and alternative names of a city. */
export const CITY_ALIASES: Partial<Record<string, string>> = {
  mumbai: 'Bombay बंबई बम्बई',
  bangalore: 'Bengaluru Banglore बंगलौर बैंगलोर',
  chennai: 'Madras मद्रास',
  kolkata: 'Calcutta कलकत्ता',
  pune: 'Poona पूना',
  vadodara: 'Baroda बड़ौदा',
  visakhapatnam: 'Vizag',
  varanasi: 'Banaras Kashi बनारस काशी',
  prayagraj: 'Allahabad इलाहाबाद',
  aurangabad: 'Sambhajinagar',
  delhi: 'New Delhi',
  kanpur: 'Cawnpore',
  thane: 'Thana',
  'hubli-dharwad': 'Hubballi',
}
