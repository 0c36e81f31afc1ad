/** When an intent was tried, told without a clock: under which term of the lease, and as which of those tried since the start. */
export interface DecisionOrder {
  term: number
  n: number
}

export const isBefore = (one: DecisionOrder, other: DecisionOrder): boolean =>
  one.term < other.term || (one.term === other.term && one.n < other.n)
