const TELL_EVERY_MS = 2_000

export interface Progress {
  begin(databases: number): void
  moved(revisions: number): void
  /** One database was moved and compared. */
  compared(): void
}

/** Logs a line about the progress every few seconds. */
export function tellProgress(log: (line: string) => void): Progress {
  let databases = 0
  let done = 0
  let revisions = 0
  let toldAt = Date.now()
  const tell = () => {
    if (Date.now() - toldAt < TELL_EVERY_MS) return
    toldAt = Date.now()
    log(`${revisions} revisions moved; ${done} of ${databases} databases done …`)
  }
  return {
    begin(count) {
      databases = count
      done = 0
    },
    moved(count) {
      revisions += count
      tell()
    },
    compared() {
      done += 1
      tell()
    },
  }
}
