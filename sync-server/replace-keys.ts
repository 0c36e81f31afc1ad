import { parseArgs } from 'node:util'
import { counted } from '../couchdb/counted.ts'
import { runCommand } from '../couchdb/run-command.ts'
import { replaceKeys } from './key-replacement.ts'
import { readSettings, SettingError } from './settings/settings.ts'

const USAGE = 'Use it like this: npm run keys:replace -- --yes'

const WHAT_IS_LOST = `This gives the database other keys, and there is no way back. If MOGRA_DATA holds keys.json of other
keys, the database gets those; else fresh ones are made, and written there. Stop every Mogra first.

What stays: accounts, passwords, orders, mail that waits; everybody is found by their e-mail as before.
What is lost:
- All sessions: everybody signs in again. Visitors without an account cannot come back to what they ordered.
- Links to Google and Facebook: each person signs in by a mailed code, and links them again in the profile.
- Codes and links that were mailed and not used: they are asked for again.
- Browsers are strangers until they sign in, and all counts of tries and mails begin again. A phone that has not heard
  yet that its account was deleted will not hear of it. Addresses in the audit cannot be compared with later ones.
- Files on their way to an application are sent again. An Aadhaar number of an earlier application is not noticed in a
  later one.

${USAGE}`

await runCommand(
  async () => {
    const { values } = parseArgs({ options: { yes: { type: 'boolean' } } })
    if (values.yes !== true) throw new SettingError(WHAT_IS_LOST)
    const { file, found, hidden, sessions, links } = await replaceKeys(readSettings(process.env), { log: console.log })
    for (const id of hidden) console.log(`Account ${id} is not found by its e-mail: an older account has the same.`)
    console.log(
      `The database has new keys, in ${file}: back that up, and copy it to every other machine on which Mogra runs. ${counted(found, 'account is found by its e-mail', 'accounts are found by their e-mails')}; ${counted(sessions, 'session')} and ${counted(links, 'link')} to providers were removed.`,
    )
  },
  { usage: USAGE, explained: SettingError },
)
