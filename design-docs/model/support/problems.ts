/** What can be wrong with a delivered order; its report becomes a ticket. */
export const PROBLEMS = ['damaged', 'wrong', 'not_arrived', 'late', 'other'] as const
export type Problem = (typeof PROBLEMS)[number]
