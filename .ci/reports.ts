import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The summary of a runner's report; `failures` has a line for each failing test: its name and the beginning of its error. */
export interface Report {
  passed: number
  failed: number
  failures: string[]
  /** Tests that passed at the second try, in the same format. */
  unsteady?: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export function ofVitest(report: string): Report {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that cannot be loaded has no tests but has failed.
    if (status === 'failed' && failed.length === 0) return [line(file, message)]
    return failed.map(({ fullName, failureMessages }) => line(`${file} › ${fullName}`, failureMessages[0]))
  })
  return { passed: numPassedTests, failed: numFailedTests, failures }
}

interface PlaywrightSuite {
  specs?: { file: string; title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: { message?: string }[]
}

export function ofPlaywright(report: string): Report {
  const { stats, errors, ...all } = JSON.parse(report) as PlaywrightReport
  const failures = [
    ...complaintsIn(all, 'unexpected'),
    ...errors.map(({ message }) => line('outside of the tests', message)),
  ]
  const unsteady = complaintsIn(all, 'flaky')
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures, unsteady }
}

const complaintsIn = ({ specs = [], suites = [] }: PlaywrightSuite, wanted: 'unexpected' | 'flaky'): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => line(`${file} › ${title}`, results.findLast(({ error }) => error)?.error?.message)),
  ),
  ...suites.flatMap((suite) => complaintsIn(suite, wanted)),
]

/** Our own runners write their reports in this format. */
export const ofOwnRunner = (report: string) => JSON.parse(report) as Report

const MOST = 300

/** Leaves out the stack. A failed property names its cause last, after a counterexample of any length. */
function line(name: string, complaint = ''): string {
  const [text = ''] = stripVTControlCharacters(complaint)
    .trim()
    .split(/\n\s+at /)
  const [head = '', ...cause] = text.split(/\nGot /)
  return [`${name}: ${oneLine(head)}`, ...cause.map(oneLine)].join(' … ')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, MOST)
