/** The report that `.ci` reads. */
export interface Report {
  passed: number
  failed: number
  failures: string[]
  /** Histories that failed once and passed when they ran again. */
  unsteady?: string[]
}

export const mergeReports = (reports: readonly Report[]): Report => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
  failures: reports.flatMap(({ failures }) => failures),
  unsteady: reports.flatMap(({ unsteady = [] }) => unsteady),
})
