/** The state of the connection, as the page that replicates sees it. */
export interface ConnectionReport {
  /**
   * starting: nothing is known of this network yet · connected: both sides were equal once · waiting: failed, will try
   * again.
   */
  connection: 'starting' | 'connected' | 'waiting'
  /** Nothing is left to fetch or to send: everything that came is stored. */
  isAtRest: boolean
  /** The local database that the report is about. */
  database: string
  /** There were too many visitors from this network; the service accepts a request again at this time. */
  retryAt?: string
  /** An admin has closed the service for changes: what is pushed is refused until it opens again. */
  isMaintenance?: true
  initialSync?: { done: number; total: number }
  /** Set while the catalogue arrives for the first time. */
  catalogueSync?: { done: number; total: number }
}
