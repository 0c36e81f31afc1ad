import { vi } from 'vitest'

/** Until the device has come that far; the whole way goes through a real service. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 })
