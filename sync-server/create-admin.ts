import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { emailAddress, tidyText } from '#model'
import { runCommand } from '../couchdb/run-command.ts'
import { openService } from './run-service.ts'
import { readSettings, SettingError } from './settings/settings.ts'

const USAGE = 'Use it like this: npm run admin:create -- --email name@example.com [--name "Full Name"]'

/** Creates an admin account in the configured database, or throws the reason; returns one sentence. */
async function createAdmin(email: string, name: string): Promise<string> {
  const { services, close } = await openService(readSettings(process.env))
  try {
    const known = await services.accounts.findByEmail(email)
    if (known?.role === 'ADMIN') return `${email} is an admin already.`
    if (known)
      throw new SettingError(
        `${email} is a ${known.role.toLowerCase()} already; an admin needs an e-mail of their own.`,
      )
    const made = await services.accounts.create({ email, name, role: 'ADMIN', verified: true })
    if (made === 'email_taken') throw new SettingError(`${email} belongs to another account.`)
    // The command runs on the machine itself, so there is no address.
    await services.accessLog.note('admin-made', made.id, { ip: '', headers: {} })
    return `${email} is an admin now, and signs in with a code that is mailed there.`
  } finally {
    await close()
  }
}

await runCommand(
  async () => {
    const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } })
    const email = v.safeParse(emailAddress, values.email)
    if (!email.success) throw new SettingError(USAGE)
    const name = tidyText(values.name ?? '') || (email.output.split('@')[0] ?? email.output)
    console.log(await createAdmin(email.output, name))
  },
  { usage: USAGE, explained: SettingError },
)
