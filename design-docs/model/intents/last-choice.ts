interface Choice {
  device: string
  on: boolean
  updatedAt: string
}

/**
 * Returns the subjects that are switched on: the last writer by (time, device) wins over all leaves, in any sequence.
 * `subject` is the field with what was chosen.
 */
export const lastChoices =
  <S extends string>(subject: S) =>
  (choices: readonly (Choice & Record<S, string>)[]): Set<string> => {
    const last = new Map<string, Choice>()
    for (const choice of choices) {
      const other = last.get(choice[subject])
      if (!other || isLater(choice, other)) last.set(choice[subject], choice)
    }
    return new Set([...last].filter(([, choice]) => choice.on).map(([of]) => of))
  }

// After a rollback of its store, a device can have two leaves with the same time. Then "on" wins.
const isLater = (a: Choice, b: Choice) => {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt > b.updatedAt
  if (a.device !== b.device) return a.device > b.device
  return a.on && !b.on
}
