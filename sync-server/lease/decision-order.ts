/**
 * The order in which intents were tried, without a clock: the term of the lease, and a count of attempts within the
 * process.
 */
export interface DecisionOrder {
  term: number
  n: number
}

export const isBefore = (one: DecisionOrder, other: DecisionOrder): boolean =>
  one.term < other.term || (one.term === other.term && one.n < other.n)
