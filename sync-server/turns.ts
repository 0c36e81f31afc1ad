/** Runs the works of one name after another. */
export function openTurns() {
  const turns = new Map<string, Promise<void>>()
  return async (name: string, work: () => Promise<void>): Promise<void> => {
    const before = turns.get(name) ?? Promise.resolve()
    const turn = before.catch(() => {}).then(work)
    turns.set(name, turn)
    try {
      await turn
    } finally {
      if (turns.get(name) === turn) turns.delete(name)
    }
  }
}
