import { expect } from 'vitest'
import type { TestService } from '../../../testing/test-service.ts'

const HERE = '198.51.100.1'

let people = 0

/** The requests of a login page, from any address. */
export function signInCalls(service: () => TestService) {
  const post = (url: string, payload: object, remoteAddress: string, headers: Record<string, string> = {}) =>
    service().app.inject({ method: 'POST', url, payload, remoteAddress, headers })
  const ask = (email: string, from = HERE, more: object = {}) => post('/api/login-codes', { email, ...more }, from)

  return {
    ask,
    post: (url: string, payload: object, headers?: Record<string, string>) => post(url, payload, HERE, headers),
    signIn: (email: string, code: string, from = HERE) => post('/api/sessions', { email, code }, from),

    /** Creates a customer that no other test uses. */
    async newPerson(): Promise<string> {
      people += 1
      const person = { email: `person${people}@example.com`, name: `Person ${people}` }
      await service().services.accounts.create({ ...person, role: 'CUSTOMER', city: 'mumbai', verified: true })
      return person.email
    },

    /** Returns the code from the mail. */
    async codeFor(email: string): Promise<string> {
      const { mails, mailTo } = service()
      const known = mails()
      expect((await ask(email)).statusCode).toBe(202)
      return (await mailTo(email, (mail) => !known.includes(mail))).text.match(/\b\d{6}\b/)?.[0] ?? ''
    },

    async currentSession(cookie: string) {
      const answer = await service().app.inject({ url: '/api/sessions/current', headers: { cookie } })
      return { ...answer.json(), status: answer.statusCode, cookies: answer.cookies }
    },

    async signOut(cookie: string) {
      return service().app.inject({ method: 'DELETE', url: '/api/sessions/current', headers: { cookie } })
    },
  }
}

export const otherThan = (code: string) => (code === '123456' ? '654321' : '123456')
