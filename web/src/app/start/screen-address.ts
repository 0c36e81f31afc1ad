// Chat and mail programs take what follows a link for a part of it. Of ours no path ends in one of these.
const AROUND_LINKS = [...'.,;:!?)]}>"\'*”’»…।']
const escaped = (text: string) => text.replace(/[.?*)\]}]/g, '\\$&')
const raw = AROUND_LINKS.map(escaped).join('|')
const encoded = AROUND_LINKS.map((sign) => encodeURIComponent(sign))
  .filter((sign) => sign.startsWith('%'))
  .concat('%21', '%27', '%28', '%29', '%2A', '%2E')
  .join('|')
const TRAILING = new RegExp(`(?:${raw}|${encoded})+$`, 'i')
/** In a query a sign that is encoded was typed by a person: `q=roses+%28pink%29`. */
const TRAILING_IN_QUERY = new RegExp(`(?:${raw})+$`)
/** A `#` that a mail gateway encoded, once or more often. */
const ENCODED_HASH = /^\/?%(?:25)*23(?=\/|%(?:25)*2F|$)/i
/** What a gateway encodes with it. In our paths these never occur; what is encoded behind them stays so. */
const SEPARATORS = /%(?:2F|3F|3D|26)/gi

const isFrontPage = (pathname: string) => /^\/(index\.html)?$/.test(pathname)

/** Writes the address as the router understands it, before the router reads it. */
export function tidyAddress(): void {
  const { pathname, search, hash } = location
  const address = screenAddress(location)
  if (isFrontPage(pathname) && (address === '' || hash === `#${address}`)) return
  history.replaceState(history.state, '', `${isFrontPage(pathname) ? pathname + search : '/'}#${address}`)
}

/**
 * The address that the router understands (`/order-tracking/…?…`) for a link as it arrived: with `#`, without it, or with
 * `%23` for it, and with the full stop or bracket that stood behind it.
 */
export function screenAddress({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const isFront = isFrontPage(pathname)
  const arrived = isFront ? hash.slice(1) : pathname + search
  // A link on this page, `#main`.
  if (isFront && !/^(\/|%)/.test(arrived)) return ''
  const address = ENCODED_HASH.test(arrived)
    ? arrived.replace(ENCODED_HASH, '').replace(/^[^?]*/, (path) => path.replace(SEPARATORS, decodeURIComponent))
    : arrived
  const [path = '', ...query] = address.split('?')
  if (query.length === 0) return path.replace(TRAILING, '')
  return `${path}?${query.join('?').replace(TRAILING_IN_QUERY, '')}`
}
