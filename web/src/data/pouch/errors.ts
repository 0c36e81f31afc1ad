const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined

export const isMissing = (error: unknown) => statusOf(error) === 404
export const isConflict = (error: unknown) => statusOf(error) === 409
