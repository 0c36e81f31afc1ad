/** How the page that replicates finds the connection. */
export interface ConnectionReport {
  /**
   * starting: nothing is known yet of this line · connected: both sides were equal once · waiting: failed, will try again.
   */
  connection: 'starting' | 'connected' | 'waiting'
  /** Nothing is left to fetch or to send: all that came is stored. */
  isAtRest: boolean
  /** Local database that the report is about. */
  database: string
  /** Too many have asked from here; the service wants to be asked again then. */
  retryAt?: string
  initialSync?: { done: number; total: number }
  /** While the catalogue arrives for the first time. */
  catalogueSync?: { done: number; total: number }
}
