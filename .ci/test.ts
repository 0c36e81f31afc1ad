import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findOrInstallChromium } from './chromium.ts'

/** Everything, in the order in which it fails soonest; ends with the line "N passed, N failed". */

interface Count {
  passed: number
  failed: number
}

const REPORTS = 'test-results/reports'
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const chromium = findOrInstallChromium()
const total: Count = { passed: 0, failed: 0 }
let isBroken = false

const run = (command: string, args: string[]): boolean => {
  console.log(`\n▸ ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium },
  })
  return status === 0
}

const add = (name: string, isOk: boolean, read: (report: string) => Count) => {
  let count: Count = { passed: 0, failed: 0 }
  try {
    count = read(readFileSync(`${REPORTS}/${name}.json`, 'utf8'))
  } catch {
    isBroken = true
    console.error(`${name}: no report was written`)
  }
  total.passed += count.passed
  total.failed += count.failed
  // A runner can fail although no test did: a worker that died, a page that could not be built.
  if (!isOk && count.failed === 0) isBroken = true
  console.log(`▸ ${name}: ${count.passed} passed, ${count.failed} failed`)
}

const ofVitest = (report: string): Count => {
  const { numPassedTests, numFailedTests } = JSON.parse(report) as { numPassedTests: number; numFailedTests: number }
  return { passed: numPassedTests, failed: numFailedTests }
}
const ofPlaywright = (report: string): Count => {
  const { stats } = JSON.parse(report) as { stats: { expected: number; unexpected: number; flaky: number } }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

if (!run('npm', ['run', 'check'])) isBroken = true
const vitestReport = (name: string) => ['--reporter=default', '--reporter=json', `--outputFile=${REPORTS}/${name}.json`]
add('unit', run('npm', ['run', 'test:unit', '--', ...vitestReport('unit')]), ofVitest)
add('couch', run('npm', ['run', 'test:couch', '--', ...vitestReport('couch')]), ofVitest)
// Playwright takes a relative path from its configuration's folder.
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = resolve(REPORTS, 'e2e.json')
add('e2e', run('npm', ['run', 'test:e2e', '--', '--reporter=list,json']), ofPlaywright)

if (isBroken) console.error('Something besides a test failed: see above.')
console.log(`${total.passed} passed, ${total.failed + (isBroken && total.failed === 0 ? 1 : 0)} failed`)
process.exit(isBroken || total.failed > 0 ? 1 : 0)
