export const intentId = (ulid: string) => `intent:${ulid}`
export const ulidOf = (id: string) => id.slice(id.lastIndexOf(':') + 1)
