import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { runAllMutants, runMutant } from './mutants/run-mutants.ts'
import { mergeReports, type Report } from './report.ts'
import { runWorker } from './workers.ts'

/**
 * `npm run test:histories -- --runs 300 --seed 7` runs random histories; `--path` repeats a failing one.
 * `--database apart` runs the database in a separate process, behind a network with faults.
 * `--faults` runs every planted fault in turn; `--fault "two leaders"` runs this one until it is noticed.
 * `--lanes 4` starts four workers, each with its own seed.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string' },
    fault: { type: 'string' },
    faults: { type: 'boolean', default: false },
    database: { type: 'string', default: 'own' },
    // More workers than cores, because much of a history is waiting.
    lanes: { type: 'string', default: String(availableParallelism() + 1) },
    report: { type: 'string' },
  },
})
const seed = Number(values.seed)

const report = values.faults
  ? await runAllMutants(seed)
  : values.fault
    ? await runMutant(values.fault, seed)
    : await playHistories()
if (values.report) {
  mkdirSync(dirname(values.report), { recursive: true })
  writeFileSync(values.report, JSON.stringify(report))
}
console.log(`${report.passed} passed, ${report.failed} failed (seed ${seed}, ${Math.round(process.uptime())} s)`)
process.exit(report.failed > 0 ? 1 : 0)

async function playHistories(): Promise<Report> {
  const lanes = values.path ? 1 : Number(values.lanes)
  const runs = Math.ceil(Number(values.runs) / lanes)
  return mergeReports(await Promise.all(Array.from({ length: lanes }, (_, lane) => playOn(runs, seed + lane))))
}

async function playOn(runs: number, seed: number): Promise<Report> {
  const say = (text: string) => console.log(`seed ${seed}: ${text}`)
  const lane = { runs, seed, isDatabaseApart: values.database === 'apart', path: values.path }
  const { passed, met, unsteady, failure } = await runWorker(lane, say)
  // The counts show that the histories did something: without decisions nothing can fail.
  say(
    `met: ${Object.entries(met)
      .map(([what, n]) => `${n} × ${what}`)
      .join(', ')}`,
  )
  for (const complaint of unsteady) say(`came to no rest, and did when played again: ${complaint}`)
  if (!failure) return { passed, failed: 0, failures: [], unsteady }
  const again = `npm run test:histories -- --runs ${runs} --seed ${seed} --database ${values.database} --path ${failure.path}`
  const what = failure.isStumble ? 'A history could not be played' : 'A history breaks what was promised'
  const history = failure.history.map((line) => `  ${line}`).join('\n')
  say(`${what} (${failure.shrunk} times shrunk):\n${history}\n\n${failure.problems}\n\n${again}`)
  return { passed, failed: 1, unsteady, failures: [`${failure.problems.split('\n')[0]} (${again})`] }
}
