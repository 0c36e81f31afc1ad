import { playLane } from '../lanes.ts'
import { type Report, togetherOf } from '../report.ts'
import { FAULTS, faultNamed } from './planted-faults.ts'
import { checkEdits } from './rewrite.ts'

/** A device and its service keep one core busy. */
const AT_ONCE = 2
const WITHIN = 100

interface Options {
  seed: number
  until: number | undefined
}

/** Each must be noticed. */
export async function playAllFaults(options: Options): Promise<Report> {
  for (const { edits } of FAULTS) checkEdits(edits)
  const left = FAULTS.map(({ name }) => name)
  const reports: Report[] = []
  async function playOn() {
    for (let name = left.shift(); name !== undefined; name = left.shift()) reports.push(await playFault(name, options))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playOn))
  return togetherOf(reports)
}

/** Its own history first, then those that chance draws, until one breaks what was promised. */
export async function playFault(name: string, { seed, until }: Options): Promise<Report> {
  const { within = WITHIN } = faultNamed(name)
  const { passed, failure } = await playLane({ runs: within, seed, isDatabaseApart: false, fault: name }, { until })
  const isNoticed = failure?.isStumble === false
  const how = isNoticed ? `noticed by history ${passed + 1}` : 'NOT NOTICED'
  const said = [how, ...(failure ? [isNoticed ? failure.problems.split('\n')[0] : failure.problems] : [])].join(': ')
  console.log(`${isNoticed ? '✓' : '✗'} ${name}: ${said}`)
  return isNoticed ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [`${name}: ${said}`] }
}
