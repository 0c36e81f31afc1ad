import { type DemoSmtp, startDemoSmtp } from '../email/demo-smtp.ts'
import type { MailSecrets } from '../email/kinds/define-mail.ts'
import { type Mailer, openMailer } from '../email/mailer.ts'
import { type Outbox, openOutbox } from '../email/outbox.ts'
import type { AccountServices } from './accounts.ts'
import type { Base } from './base.ts'

export interface EmailServices {
  secrets: MailSecrets
  /** Catches mail where no mail server is set (demo mode). */
  demoSmtp: DemoSmtp | undefined
  mailer: Mailer
  outbox: Outbox
}

type Needs = Base & Pick<AccountServices, 'accounts' | 'loginCodes' | 'deletionCodes' | 'verificationLinks'>

export async function openEmailServices(needs: Needs): Promise<EmailServices> {
  const { settings, couch, now, report, accounts, loginCodes, deletionCodes, verificationLinks } = needs
  const secrets: MailSecrets = {
    code: async (ref) => (await loginCodes.reveal(ref)) ?? deletionCodes.reveal(ref),
    token: verificationLinks.reveal,
  }
  const demoSmtp = settings.smtpUrl === undefined ? await startDemoSmtp({ now }) : undefined
  const mailer = openMailer({ smtpUrl: settings.smtpUrl ?? demoSmtp?.url ?? '', from: settings.mailFrom })
  const outbox = openOutbox({ couch, accounts, secrets, mailer, settings, now, report })
  return { secrets, demoSmtp, mailer, outbox }
}
