/** As `.ci` reads it. */
export interface Report {
  passed: number
  failed: number
  failures: string[]
  /** Passed when played again. */
  unsteady?: string[]
}

export const mergeReports = (reports: readonly Report[]): Report => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
  failures: reports.flatMap(({ failures }) => failures),
  unsteady: reports.flatMap(({ unsteady = [] }) => unsteady),
})
