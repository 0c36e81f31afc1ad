import { openAccounts } from '../../accounts/accounts.ts'
import { openEmailClaims } from '../../accounts/email-claims.ts'
import { connectCouch } from '../../couch/couch.ts'
import { openChangeNotifier } from '../../mailboxes/change-notifier.ts'
import { openMailboxes } from '../../mailboxes/mailboxes.ts'
import { readSettings } from '../../settings/settings.ts'
import { keysIn } from '../../testing/keys-in.ts'
import { openMailer } from '../mailer.ts'
import { openOutbox } from '../outbox.ts'

/**
 * An outbox that can be killed: `sender-process.ts <CouchDB> <SMTP> <keys' folder> <start>`. Since `<start>`, its clock
 * runs 60 times as fast.
 */
const [couchdbUrl = '', smtpUrl = '', folder = '', start] = process.argv.slice(2)
const began = Number(start)
const now = () => new Date(began + (Date.now() - began) * 60)
const couch = connectCouch(couchdbUrl)
const keys = await keysIn(folder)
const claims = openEmailClaims({ couch, keys, now })
const accounts = openAccounts({
  couch,
  emailClaims: claims,
  mailboxes: openMailboxes({ couch, notifier: openChangeNotifier() }),
  now,
})
const settings = readSettings({ MOGRA_MODE: 'demo' })
const mailer = openMailer({ smtpUrl, from: settings.mailFrom })
const secrets = { code: async () => undefined, token: async () => undefined }
const outbox = openOutbox({ couch, accounts, secrets, mailer, settings, now, lookMs: 100, report: () => {} })
outbox.start()
process.send?.('ready')
