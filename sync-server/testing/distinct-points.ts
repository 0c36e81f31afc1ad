/**
 * Of the points that a process passes before and after each of its steps, returns those at which its death leaves
 * different documents, with their numbers from 1 on: nothing is written between the end of a step and the next step.
 */
export const distinctPoints = (points: readonly string[]): { point: string; n: number }[] =>
  points.flatMap((point, index) =>
    point.startsWith('before ') || index === points.length - 1 ? [{ point, n: index + 1 }] : [],
  )
