/** Resolves with what `work` resolves with, or with undefined if that takes longer than `ms`. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
