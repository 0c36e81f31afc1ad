/** How the page that replicates finds the connection. */
export interface ConnectionReport {
  /** starting: nothing is known yet · connected: both sides were equal once · waiting: failed, will try again. */
  connection: 'starting' | 'connected' | 'waiting'
  /** Local database that the report is about. */
  database: string
  firstSync?: { done: number; total: number }
}
