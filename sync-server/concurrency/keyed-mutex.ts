/** Runs tasks with the same name one after another. */
export function openKeyedMutex() {
  const lasts = new Map<string, Promise<unknown>>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = lasts.get(name) ?? Promise.resolve()
    const mine = before.catch(() => {}).then(work)
    lasts.set(name, mine)
    try {
      return await mine
    } finally {
      if (lasts.get(name) === mine) lasts.delete(name)
    }
  }
}
