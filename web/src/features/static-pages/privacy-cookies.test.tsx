import { renderToStaticMarkup } from 'react-dom/server'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { replaceDataLayer } from '../../data/runtime/current-data-layer.ts'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import { type RealService, startRealService } from '../../testing/real-service.ts'
import { testDevice } from '../../testing/test-device.ts'
import { PrivacyScreen } from './privacy.tsx'

const EMAIL = 'customer@mogra.example'
const SECONDS: Record<string, number> = { days: 86_400, minutes: 60, दिन: 86_400, मिनट: 60 }

let service: RealService
beforeAll(async () => {
  service = await startRealService({ env: { FACEBOOK_APP_ID: 'mogra', FACEBOOK_APP_SECRET: 'only-for-tests' } })
  // The service does not start under jsdom, so the page is rendered to text, with the few browser globals that it
  // needs.
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('location', new URL(service.url))
  replaceDataLayer(testDevice())
  await startLanguage()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  replaceDataLayer(undefined)
  await service.close()
})

interface SetCookie {
  name: string
  value: string
  seconds: number
}

async function cookiesOf(
  path: string,
  { body, cookie = '' }: { body?: object; cookie?: string },
): Promise<SetCookie[]> {
  const answer = await fetch(service.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, path).toBe(true)
  return answer.headers.getSetCookie().map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    return { name, value, seconds: Number(/; Max-Age=(\d+)/i.exec(line)?.[1]) }
  })
}

async function signIn(): Promise<SetCookie[]> {
  await cookiesOf('/api/login-codes', { body: { email: EMAIL } })
  const mail = await service.services.demoSmtp?.next(({ to, text }) => to === EMAIL && /\b\d{6}\b/.test(text))
  return cookiesOf('/api/sessions', { body: { email: EMAIL, code: mail?.text.match(/\b\d{6}\b/)?.[0] } })
}

const aSupplier = {
  ...{ id: ulid(), type: 'wholesale_supplier', language: 'hi', email: 'grower@example.com', password: 'marigold' },
  ...{ businessName: 'Petal Farms', contactPerson: 'Meera Joshi', phone: '+91 98290 11422', panNumber: 'ABCPD1234E' },
  ...{ address: '12 Mandi Road, Jaipur', citiesServed: ['jaipur'], gstNumber: '08ABCPD1234E1Z5', uploads: {} },
}

/** The lifetime in seconds that the page in this language gives for each cookie, by name. */
async function namedCookies(language: 'en' | 'hi'): Promise<Record<string, number>> {
  await chooseLanguage(language)
  const page = renderToStaticMarkup(<PrivacyScreen />)
  const entries = page.matchAll(/<code>([^<]+)<\/code>.*?(\d+) (days|minutes|दिन|मिनट)/gs)
  return Object.fromEntries(
    [...entries].map(([, name = '', figure, unit = '']) => [name, Number(figure) * (SECONDS[unit] ?? Number.NaN)]),
  )
}

test('the privacy page names the cookies that the service sets, and how long they live, in both languages', async () => {
  const visitor = await cookiesOf('/api/visitors', { body: {} })
  const signedIn = await signIn()
  const cookie = signedIn.map(({ name, value }) => `${name}=${value}`).join('; ')
  const current = await cookiesOf('/api/sessions/current', { cookie })
  const social = await cookiesOf('/api/social/attempts', {
    body: { provider: 'facebook', page: 'login', display: 'redirect' },
  })
  const applied = await cookiesOf('/api/applications', { body: aSupplier })
  const set = [...visitor, ...signedIn, ...current, ...social, ...applied]
  expect(set.map(({ name }) => name)).toEqual(['sid', 'sid', 'known', 'sid', 'social', 'applied'])

  const lifetimes = Object.fromEntries(set.map(({ name, seconds }) => [name, seconds]))
  expect(await namedCookies('en')).toEqual(lifetimes)
  expect(await namedCookies('hi')).toEqual(lifetimes)
  expect(renderToStaticMarkup(<PrivacyScreen />)).toContain(`मोगरा ${Object.keys(lifetimes).length} कुकी`)
})
