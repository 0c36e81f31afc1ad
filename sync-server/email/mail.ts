import type { Order } from '#model'
import type { Language } from '../accounts/accounts.ts'
import type { LoginCodes } from '../accounts/login-codes.ts'
import type { Rendered } from './templates/layout.ts'
import { loginCodeMail } from './templates/login-code.ts'
import { orderConfirmationMail } from './templates/order-confirmation.ts'

interface Kinds {
  /** `ref` stands for the code, which is derived when the mail is sent. */
  'login-code': { name: string; ref: string }
  /** `trackingPath` as in `/#/order-tracking/<ulid>`. */
  'order-confirmation': { order: Order; customerName: string; trackingPath: string }
}
type MailKind = keyof Kinds

export type Mail = {
  [K in MailKind]: {
    /** One mail per kind and entity: `mail:<kind>:<entity>`. */
    _id: `mail:${K}:${string}`
    kind: K
    to: string | { account: string }
    language: Language
    data: Kinds[K]
  }
}[MailKind]

interface Needs {
  loginCodes: LoginCodes
  publicUrl: string
  now: Date
}

/** The mail as it is sent; undefined when there is nothing left to say. */
export async function renderMail(mail: Mail, { loginCodes, publicUrl, now }: Needs): Promise<Rendered | undefined> {
  const year = Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Kolkata' }).format(now))
  switch (mail.kind) {
    case 'login-code': {
      const code = await loginCodes.reveal(mail.data.ref)
      return code === undefined ? undefined : loginCodeMail(mail.language, { name: mail.data.name, code, year })
    }
    case 'order-confirmation': {
      const { order, customerName, trackingPath } = mail.data
      return orderConfirmationMail(mail.language, { order, customerName, trackingUrl: publicUrl + trackingPath, year })
    }
  }
}
