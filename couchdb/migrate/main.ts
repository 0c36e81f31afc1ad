import { parseArgs } from 'node:util'
import { runCommand } from '../run-command.ts'
import { migrate } from './migrate.ts'
import { tableOf } from './report.ts'

const HELP = `Moves every database from one server to another, and compares both in the end.

  npm run couch:migrate -- --from <source> --to <target>

  --from  the data folder of a stopped Mogra (.data), or http://admin:password@host:5984
  --to    http://admin:password@host:5984; without it COUCHDB_URL (also of .env), which keeps the password out of the process list

Stop Mogra first. If it is interrupted, run it again: it continues. It ends with 0 when both hold the same.`

function readArguments() {
  try {
    return parseArgs({
      options: { from: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    const [first] = String(error instanceof Error ? error.message : error).split('. ', 1)
    throw new Error(`${first?.replace(/\.$/, '')}; --help tells what there is.`)
  }
}

await runCommand(async () => {
  const { from, to = process.env.COUCHDB_URL, help } = readArguments()
  if (help) console.log(HELP)
  else {
    if (!from || !to) throw new Error(`${from ? '--to' : '--from'} is missing; --help tells what it may be.`)
    const reports = await migrate({ from, to, log: console.log })
    for (const line of tableOf(reports)) console.log(line)
    if (reports.some(({ differences }) => differences.length > 0)) process.exitCode = 1
  }
})
