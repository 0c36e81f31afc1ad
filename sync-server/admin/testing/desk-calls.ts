import { randomBytes } from 'node:crypto'
import type { SignedIn, TestService } from '../../testing/test-service.ts'

/** An admin at the desk, who asks its routes below `/api/admin`. */
export interface Desk extends SignedIn {
  get(path: string): Promise<Answer>
  post(path: string, body?: object): Promise<Answer>
  /** Types a fresh code, by default as it was mailed; the desk asks for it before what cannot be taken back. */
  prove(typed?: (code: string) => string): Promise<void>
}

interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  json: Record<string, unknown>
}

const unused = () => randomBytes(6).toString('hex')

export async function openDesk(service: TestService, email = `admin-${unused()}@mogra.example`): Promise<Desk> {
  await service.services.accounts.create({ email, name: 'Anita Pillai', role: 'ADMIN', verified: true })
  const me = await service.signIn(email)

  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const headers = { cookie: me.cookie }
    const url = path.startsWith('/') ? path : `/api/admin/${path}`
    const response = await service.app.inject({ method, url, headers, ...(body && { payload: body }) })
    const { statusCode, headers: answered, body: text } = response
    const isJson = String(answered['content-type']).startsWith('application/json')
    return { status: statusCode, headers: answered, text, json: isJson ? JSON.parse(text) : {} }
  }

  return {
    ...me,
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),

    async prove(typed = (code) => code) {
      const before = service.mails()
      await ask('POST', '/api/login-codes', { email })
      const mail = await service.mailTo(email, (one) => !before.includes(one) && /\b\d{6}\b/.test(one.text))
      const code = mail.text.match(/\b\d{6}\b/)?.[0] ?? ''
      const { status, text } = await ask('POST', '/api/sessions/proof', { code: typed(code) })
      if (status !== 204) throw new Error(text)
    },
  }
}
