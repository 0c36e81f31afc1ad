import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { findOrInstallChromium } from './chromium.ts'
import { ofOwnRunner, ofPlaywright, ofVitest, type Report } from './reports.ts'

/**
 * Runs all tests, those that fail soonest first. The random histories run at the same time, one part after another,
 * because both mostly wait; then follow the browser tests, three at a time. The output ends with the seconds of each part,
 * the failures and "N passed, N failed".
 */

const REPORTS = 'test-results/reports'
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const chromium = findOrInstallChromium()
/** Hundreds of processes start the same modules: their compiled code is shared, by its contents. */
const compiled = join(tmpdir(), 'mogra-compiled')
/** Threads for files: with four of them, waking one for each of LevelDB's short reads takes a tenth of the whole time. */
const ONE_THREAD = { UV_THREADPOOL_SIZE: '1' }
const total = { passed: 0, failed: 0, failures: [] as string[], unsteady: [] as string[] }
/** How long each part took. */
const seconds: string[] = []
let isBroken = false

interface Where {
  /** The file for the output; without it, the output goes to the terminal. */
  log?: string
  /** As of `nice`. */
  priority?: number
  /** More variables of the environment. */
  env?: Record<string, string>
}

const run = async (
  script: string,
  args: string[] = [],
  { log, priority = 0, env = {} }: Where = {},
): Promise<boolean> => {
  const command = ['npm', 'run', script, ...(args.length > 0 ? ['--', ...args] : [])]
  console.log(`\n▸ ${command.join(' ')}`)
  const out = log ? openSync(log, 'w') : 'inherit'
  const start = performance.now()
  const child = spawn('npm', command.slice(1), {
    stdio: ['ignore', out, out],
    env: { ...process.env, CHROMIUM_PATH: chromium, NODE_COMPILE_CACHE: compiled, ...env },
  })
  if (child.pid && priority > 0) setPriority(child.pid, priority)
  const [status] = await once(child, 'exit')
  if (typeof out === 'number') closeSync(out)
  seconds.push(`${log ? basename(log, '.log') : script} ${Math.round((performance.now() - start) / 1000)}`)
  return status === 0
}

/** Records a failure that is not a failing test. */
const recordFailure = (what: string) => {
  isBroken = true
  total.failures.push(what)
}

const add = (name: string, isOk: boolean, read: (report: string) => Report) => {
  let report: Report = { passed: 0, failed: 0, failures: [] }
  try {
    report = read(readFileSync(`${REPORTS}/${name}.json`, 'utf8'))
  } catch {
    recordFailure(`${name}: no report was written`)
  }
  total.passed += report.passed
  total.failed += report.failed
  total.failures.push(...report.failures.map((failure) => `${name}: ${failure}`))
  total.unsteady.push(...(report.unsteady ?? []).map((complaint) => `${name}: ${complaint}`))
  // A runner can fail although no test failed: a worker ended, or the page could not be built.
  if (!isOk && report.failed === 0) recordFailure(`${name}: failed outside of its tests`)
  console.log(`▸ ${name}: ${report.passed} passed, ${report.failed} failed`)
}

/** Runs a script beside another one; what it says is printed at the end. */
async function runBeside(name: string, script: string, args: string[], where: Where = {}) {
  const log = `${REPORTS}/${name}.log`
  const isOk = await run(script, [...args, '--report', `${REPORTS}/${name}.json`], { ...where, log })
  return { name, log, isOk }
}

/** How the histories run. At priority 10, a step of a history took minutes, as if it hung. */
const BESIDE: Where = { priority: 5, env: ONE_THREAD }

/** Uses fixed seeds and numbers of workers, so that a red run is red again on any machine. Use other seeds by hand. */
const runHistories = (name: string, args: string[]) =>
  runBeside(name, 'test:histories', [...args, '--lanes', '2'], BESIDE)
const runAllHistories = async () => [
  await runHistories('histories', ['--runs', '20', '--seed', '1']),
  await runHistories('histories-database', ['--runs', '6', '--seed', '2', '--database', 'apart']),
  await runHistories('histories-faults', ['--faults', '--seed', '3']),
]

const vitestReport = (name: string) => ['--reporter=default', '--reporter=json', `--outputFile=${REPORTS}/${name}.json`]
async function testTheRest() {
  if (!(await run('check'))) recordFailure('check')
  add('unit', await run('test:unit', vitestReport('unit'), { env: ONE_THREAD }), ofVitest)
  const [attack, isCouchOk] = await Promise.all([
    // This is the short form; `npm run test:attack` alone runs 10,000 paths.
    runBeside('attack', 'test:attack', ['--paths', '1500']),
    run('test:couch', vitestReport('couch')),
  ])
  add('couch', isCouchOk, ofVitest)
  return attack
}

const [histories, attack] = await Promise.all([runAllHistories(), testTheRest()])
for (const { name, log, isOk } of [...histories, attack]) {
  console.log(`\n▸ what ${name} said\n${readFileSync(log, 'utf8')}`)
  add(name, isOk, ofOwnRunner)
}

// A browser on a busy machine can fail without a fault: a failed test gets one more try, and is named at the end.
// Playwright resolves a relative path from the folder of its configuration.
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = resolve(REPORTS, 'e2e.json')
add('e2e', await run('test:e2e', ['--reporter=list,json', '--retries=1']), ofPlaywright)

// Printed last, because only the end of a long output may be kept.
console.log(`▸ seconds: ${seconds.join(', ')}`)
for (const complaint of total.unsteady) console.log(`~ passed at the second try: ${complaint}`)
for (const failure of total.failures) console.log(`✗ ${failure}`)
console.log(`${total.passed} passed, ${total.failed + (isBroken && total.failed === 0 ? 1 : 0)} failed`)
process.exit(isBroken || total.failed > 0 ? 1 : 0)
