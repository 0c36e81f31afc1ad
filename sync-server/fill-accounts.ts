import { parseArgs } from 'node:util'
import { readWholeNumber } from '#model'
import { runCommand } from '../couchdb/run-command.ts'
import { generateAccounts } from './demo/generated/generate-accounts.ts'
import { writeAccounts } from './demo/write-accounts.ts'
import { openService } from './run-service.ts'
import { readSettings, SettingError } from './settings/settings.ts'

const MOST = 100_000
const USAGE = 'Use it like this: npm run demo:accounts -- --count 20000 [--seed 1]'

/** Makes up people until there are `count` of this seed; returns one sentence. */
async function fillAccounts(count: number, seed: number): Promise<string> {
  const { services, close } = await openService(readSettings(process.env, { isDemoOnly: true }))
  try {
    const written = await writeAccounts(services, generateAccounts(count, seed))
    return `There are ${count} made-up people; ${written} are new.`
  } finally {
    await close()
  }
}

await runCommand(
  async () => {
    const { values } = parseArgs({
      options: { count: { type: 'string', default: '' }, seed: { type: 'string', default: '1' } },
    })
    const [count, seed] = [readWholeNumber(values.count), readWholeNumber(values.seed)]
    if (seed === undefined || !count) throw new SettingError(USAGE)
    if (count > MOST) throw new SettingError(`At most ${MOST} people can be made up.`)
    console.log(await fillAccounts(count, seed))
  },
  { usage: USAGE, explained: SettingError },
)
