/** Runs tasks with the same name one after another. */
export function openKeyedMutex() {
  const lasts = new Map<string, Promise<void>>()
  return async (name: string, work: () => Promise<void>): Promise<void> => {
    const before = lasts.get(name) ?? Promise.resolve()
    const mine = before.catch(() => {}).then(work)
    lasts.set(name, mine)
    try {
      await mine
    } finally {
      if (lasts.get(name) === mine) lasts.delete(name)
    }
  }
}
