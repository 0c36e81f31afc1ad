/** A device's network to a service: keeps cookies as a browser does, counts requests, can be cut and tampered with. */
export interface FakeNetwork {
  fetch: typeof globalThis.fetch
  /** Requests as `GET /db/…/_changes`, without parameters. */
  requests: string[]
  /** The requests of which the head of the answer has come. */
  answered: string[]
  /** Aborts open requests, and refuses all until `mend`. */
  cut(): void
  mend(): void
  /** Puts a function between device and service, which may answer itself. Without an argument it is removed. */
  tamper(with_?: (request: Request, pass: () => Promise<Response>) => Promise<Response>): void
  cookie(): string
  /** Whether a request carried exactly these cookies. */
  hasSent(cookie: string): boolean
  /** The value of the session's cookie; empty if there is none. */
  session(): string
}

export function openFakeNetwork(): FakeNetwork {
  const cookies = new Map<string, string>()
  const open = new Set<AbortController>()
  const requests: string[] = []
  const answered: string[] = []
  const cookiesSent = new Set<string>()
  let isCut = false
  let tampering: ((request: Request, pass: () => Promise<Response>) => Promise<Response>) | undefined
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  async function send(input: Parameters<typeof fetch>[0], init: RequestInit, ended: AbortController) {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie())
    cookiesSent.add(cookie())
    const signal = init.signal ? AbortSignal.any([init.signal, ended.signal]) : ended.signal
    const response = await fetch(input, { ...init, headers, signal })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    requests,
    answered,
    cookie,
    hasSent: (one) => cookiesSent.has(one),
    session: () => cookies.get('sid') ?? '',
    async fetch(input, init = {}) {
      if (isCut) throw new TypeError('fetch failed')
      const request = `${init.method ?? 'GET'} ${new URL(String(input)).pathname}`
      requests.push(request)
      const ended = new AbortController()
      open.add(ended)
      const pass = async () => {
        const response = await send(input, init, ended)
        answered.push(request)
        return response
      }
      if (!tampering) return pass()
      const { signal: _, ...rest } = init
      return tampering(new Request(String(input), rest), pass)
    },
    cut() {
      isCut = true
      for (const one of open) one.abort(new TypeError('connection lost'))
      open.clear()
    },
    mend() {
      isCut = false
    },
    tamper(with_) {
      tampering = with_
    },
  }
}
