import type { TestService } from '../../testing/test-service.ts'

interface Intended {
  provider?: 'google' | 'facebook'
  page?: 'login' | 'register' | 'profile'
  display?: 'popup' | 'redirect'
}

/** The parts of a browser that a sign-in needs: it keeps cookies and follows redirects to and from a provider. */
export function openSocialBrowser({ app }: TestService, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()

  async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({ method, url, headers: { cookie, ...headers }, ...(payload ? { payload } : {}) })
    for (const { name, value } of answer.cookies) {
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return answer
  }

  async function begin({ provider = 'google', page = 'register', display = 'popup' }: Intended = {}) {
    const answer = await call('POST', '/api/social/attempts', { provider, page, display })
    return { answer, url: String(answer.json().url ?? '') }
  }

  return {
    call,
    begin,
    cookies,
    result: async () => (await call('GET', '/api/social/attempts/current')).json(),
    signIn: (body: object = {}) => call('POST', '/api/social/sessions', body),

    /** Goes to the provider, chooses `name` (or `Cancel`), and returns our callback's path, not yet called. */
    async choose(name: string, intended?: Intended) {
      const { url } = await begin(intended)
      return choosing(url, name)
    },

    /** As `choose`, then calls the callback and returns its answer. */
    async goAndChoose(name: string, intended?: Intended) {
      const { url } = await begin(intended)
      return call('GET', await choosing(url, name))
    },
  }
}

async function choosing(url: string, name: string): Promise<string> {
  const page = await (await fetch(url)).text()
  const link = page.match(new RegExp(`href="([^"]*)">${name}<`))?.[1]?.replaceAll('&amp;', '&')
  if (!link) throw new Error(`${name} cannot be chosen on ${page}`)
  const chosen = new URL(link, url)
  // `Cancel` links directly back to us.
  const back = name === 'Cancel' ? chosen.href : (await fetch(chosen, { redirect: 'manual' })).headers.get('location')
  const { pathname, search } = new URL(back ?? '')
  return pathname + search
}
