import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import { DOCUMENTS } from '#model'
import type { SignedIn, TestService } from '../../testing/test-service.ts'

/** Its check digit is right. */
export const AADHAAR = '2345 6789 0124'
export const BANK_ACCOUNT = '50100234567891'
/** A picture, as its first bytes say. */
export const pictureOf = (bytes: number) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes, 7)])

const newSecret = () => randomBytes(16).toString('hex')

let people = 0

/** A browser: it keeps the cookies that it gets. */
export interface Browser {
  cookies: Record<string, string>
}
export const newBrowser = (signedIn?: Pick<SignedIn, 'cookie'>): Browser => ({
  cookies: Object.fromEntries(signedIn ? [signedIn.cookie.split('=') as [string, string]] : []),
})

/** People who apply, and the requests of their browsers. */
export function applicants(running: () => TestService) {
  /** Uploads a file for the application; returns its secret. */
  async function upload(application: string, bytes = pictureOf(100), secret = newSecret()): Promise<string> {
    const { uploads } = running().services
    await uploads.begin(secret, { application, size: bytes.length })
    await uploads.append(uploads.nameOf(secret), 0, chunksOf(bytes))
    return secret
  }

  /** A form whose files are not uploaded. */
  function driverForm(more: object = {}) {
    people += 1
    const id = ulid()
    return {
      ...{ id, type: 'driver', language: 'en', name: 'Ravi Kumar', email: `rider${people}@example.com` },
      ...{ phone: '+91 98290 11420', emergencyContact: '+91 98290 11421', city: 'jaipur' },
      ...{ vehicleType: 'bike', vehicleNumber: 'RJ14 AB 1234', languages: ['hindi'], serviceRadius: 10 },
      ...{ licenseNumber: 'RJ14 2019 0012345', aadharNumber: AADHAAR, panNumber: 'ABCPD1234E' },
      ...{ bankAccount: BANK_ACCOUNT, ifscCode: 'HDFC0001234', password: 'sunflower' },
      uploads: Object.fromEntries(DOCUMENTS.driver.all.map((name) => [name, newSecret()])),
      ...more,
    }
  }

  async function driver(more: object = {}) {
    const form = driverForm(more)
    await Promise.all(Object.values(form.uploads).map((secret) => upload(form.id, pictureOf(100), secret)))
    return form
  }

  function supplier(more: object = {}) {
    people += 1
    return {
      ...{ id: ulid(), type: 'wholesale_supplier', language: 'hi', email: `grower${people}@example.com` },
      ...{ businessName: 'Petal Farms', contactPerson: 'Meera Joshi', phone: '+91 98290 11422' },
      ...{ address: '12 Mandi Road, Jaipur', citiesServed: ['jaipur', 'delhi'], gstNumber: '08ABCPD1234E1Z5' },
      ...{ panNumber: 'ABCPD1234E', password: 'marigold', uploads: {} as Record<string, string> },
      ...more,
    }
  }

  async function request(
    browser: Browser,
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    from = '198.51.100.1',
  ) {
    const cookie = Object.entries(browser.cookies).map(([name, value]) => `${name}=${value}`)
    const answer = await running().app.inject({
      ...{ method, url, headers: { cookie: cookie.join('; ') }, remoteAddress: from },
      ...(payload && { payload }),
    })
    for (const { name, value } of answer.cookies) browser.cookies[name] = value
    return { status: answer.statusCode, body: answer.json() }
  }

  const submit = (form: object, browser = newBrowser()) => request(browser, 'POST', '/api/applications', form)

  /** Tells everything and sends all mails. */
  async function settle() {
    const { sweep, outbox } = running().services
    await sweep.sweepNow()
    await outbox.wake()
  }

  const mailsTo = (email: string) =>
    running()
      .mails()
      .filter(({ to }) => to === email)

  /** The newest code that was mailed to this address. */
  const codeTo = (email: string) =>
    mailsTo(email)
      .map(({ text }) => text.match(/\b\d{6}\b/)?.[0])
      .find((code) => code !== undefined) ?? ''

  /** Asks for a code, as anybody may, and signs in with it. */
  async function signInElsewhere(browser: Browser, email: string, from = '203.0.113.9') {
    const before = running().mails()
    const asked = await request(browser, 'POST', '/api/login-codes', { email }, from)
    if (asked.status !== 202) throw new Error(JSON.stringify(asked.body))
    const mail = await running().mailTo(email, (one) => !before.includes(one) && /\b\d{6}\b/.test(one.text))
    return request(browser, 'POST', '/api/sessions', { email, code: mail.text.match(/\b\d{6}\b/)?.[0] }, from)
  }

  return { upload, driverForm, driver, supplier, request, submit, settle, mailsTo, codeTo, signInElsewhere }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
