import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

let service: TestService
// No server listens on this port.
beforeAll(async () => {
  service = await startTestService({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
})
afterAll(() => service.close())

const person = { name: 'Asha Rathore', phone: '98290 11420', city: 'jaipur', type: 'customer', terms: true }

/** Signs in with a code that is not mailed. */
async function signIn(email: string) {
  const { accounts, loginCodes } = service.services
  const account = await accounts.findByEmail(email)
  if (!account) throw new Error(`there is no ${email}`)
  const code = await loginCodes.reveal(await loginCodes.issue(account, { key: '127.0.0.1', isKnown: false }))
  const answer = await service.app.inject({ method: 'POST', url: '/api/sessions', payload: { email, code } })
  return { cookie: `sid=${answer.cookies.find(({ name }) => name === 'sid')?.value}` }
}

test('anyone who waits for a mail is told that it is late', async () => {
  const headers = await signIn('customer@mogra.example')
  await service.services.accounts.create({ email: 'ravi@example.com', name: 'Ravi', role: 'CUSTOMER' })
  const asked: [url: string, payload: object][] = [
    ['/api/login-codes', { email: 'supplier@mogra.example' }],
    ['/api/accounts', { ...person, email: 'asha@example.com' }],
    ['/api/verifications/resend', { email: 'ravi@example.com' }],
    ['/api/accounts/current/deletion-codes', {}],
    ['/api/email/verification', { to: 'partner@mogra.example' }],
    ['/api/email/test', { email: 'customer@mogra.example' }],
  ]
  await service.app.inject({ method: 'POST', url: '/api/login-codes', payload: { email: 'admin@mogra.example' } })
  await expect.poll(() => service.services.outbox.isLate()).toBe(true)
  const { mail } = (await service.app.inject('/health')).json()
  expect(mail).toMatchObject({ configured: true, dead: 0, isLate: true })
  for (const [url, payload] of asked) {
    const answer = await service.app.inject({ method: 'POST', url, payload, headers })
    expect([url, answer.statusCode < 300, answer.json()]).toMatchObject([url, true, { isMailLate: true }])
  }
})
