import { vi } from 'vitest'

/** Waits until `check` passes; the data may have to go through a real service. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 })
