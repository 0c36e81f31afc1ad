import { mergeReports, type Report } from '../report.ts'
import { runWorker } from '../workers.ts'
import { checkEdits } from './loader-hook.ts'
import { MUTANTS, mutantNamed } from './mutants.ts'

/** A device and its service use one core. */
const AT_ONCE = 2
const WITHIN = 100

/** Runs all planted faults; a fault that is not noticed counts as a failure. */
export async function runAllMutants(seed: number): Promise<Report> {
  for (const { edits } of MUTANTS) checkEdits(edits)
  const left = MUTANTS.map(({ name }) => name)
  const reports: Report[] = []
  async function playOn() {
    for (let name = left.shift(); name !== undefined; name = left.shift()) reports.push(await runMutant(name, seed))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playOn))
  return mergeReports(reports)
}

/** Runs the fault's own history, then random ones, until one violates an invariant. */
export async function runMutant(name: string, seed: number): Promise<Report> {
  const { within = WITHIN } = mutantNamed(name)
  const { passed, failure } = await runWorker({ runs: within, seed, isDatabaseApart: false, fault: name })
  const isNoticed = failure?.isStumble === false
  const how = isNoticed ? `noticed by history ${passed + 1}` : 'NOT NOTICED'
  const said = [how, ...(failure ? [isNoticed ? failure.problems.split('\n')[0] : failure.problems] : [])].join(': ')
  console.log(`${isNoticed ? '✓' : '✗'} ${name}: ${said}`)
  return isNoticed ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [`${name}: ${said}`] }
}
