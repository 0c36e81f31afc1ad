import { parseArgs } from 'node:util'
import { runCommand } from '../couchdb/run-command.ts'
import { openService } from './run-service.ts'
import type { Services } from './services.ts'
import { readSettings, SettingError } from './settings/settings.ts'

const USAGE = 'Use it like this: npm run mailbox:rotate -- --all, or --account name@example.com'

/** Moves each requested mailbox to a new database of the next generation; returns one sentence. */
async function rotate({ accounts, couch, rotation }: Services, email: string | undefined): Promise<string> {
  const ids = email === undefined ? await everybody() : [await idOf(email)]
  let wanted = 0
  for (const id of ids) if (await rotation.want(id)) wanted += 1
  await rotation.work(true)
  const left = (await couch.db('work').range<{ movedAt?: string }>('move:', 'move:\uffff')).filter(
    ({ movedAt }) => movedAt === undefined,
  ).length
  if (left > 0) throw new SettingError(`${left} mailboxes could not be moved; run it again, or leave them to Mogra.`)
  return `${wanted} mailboxes have moved; the devices follow when they next ask. The old ones go after a week.`

  async function everybody() {
    return (await couch.db('accounts').ids('account:', 'account:\uffff')).map((id) => id.slice('account:'.length))
  }

  async function idOf(address: string) {
    const account = await accounts.findByEmail(address)
    if (!account) throw new SettingError(`There is no account of ${address}.`)
    return account.id
  }
}

await runCommand(
  async () => {
    const { values } = parseArgs({ options: { all: { type: 'boolean' }, account: { type: 'string' } } })
    if ((values.account === undefined) === (values.all !== true)) throw new SettingError(USAGE)
    const { services, close } = await openService(readSettings(process.env))
    try {
      console.log(await rotate(services, values.account))
    } finally {
      await close()
    }
  },
  { usage: USAGE, explained: SettingError },
)
