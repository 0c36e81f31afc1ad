/**
 * Jobs in lines (one queue for each key). One job of a line runs at a time, in order of arrival; several lines run in
 * parallel.
 */
export interface KeyedQueue<J> {
  add(line: string, job: J): void
  has(line: string): boolean
  /** Every job that is waiting or running. */
  all(): Iterable<J>
  size(): number
  /** Resolves when no job is waiting or running. */
  idle(): Promise<void>
  /** Drops the waiting jobs; running jobs are allowed to finish. */
  clear(): void
  /** Drops and returns the jobs of one line that wait behind the running one. */
  dropWaiting(line: string): J[]
}

interface Work<J> {
  atOnce: number
  /** Resolves when the job is over and never rejects. It is called immediately if there is a free slot. */
  work: (job: J) => Promise<void>
  /** Called with the last job when a line is empty. */
  onEmpty: (last: J) => void
}

export function openKeyedQueue<J>({ atOnce, work, onEmpty }: Work<J>): KeyedQueue<J> {
  const lines = new Map<string, J[]>()
  const waiting = new Set<string>()
  const running = new Set<string>()
  let idlers: (() => void)[] = []

  function startNext() {
    for (const line of waiting) {
      if (running.size >= atOnce) return
      waiting.delete(line)
      running.add(line)
      void runLine(line)
    }
  }

  async function runLine(line: string) {
    const jobs = lines.get(line) ?? []
    const [job] = jobs
    if (job === undefined) return
    await work(job)
    running.delete(line)
    jobs.shift()
    // Move this line to the end, so that a long line does not keep the others waiting.
    if (jobs.length > 0) waiting.add(line)
    else {
      lines.delete(line)
      onEmpty(job)
    }
    startNext()
    if (lines.size > 0) return
    for (const resolve of idlers) resolve()
    idlers = []
  }

  return {
    add(line, job) {
      const jobs = lines.get(line)
      if (jobs) jobs.push(job)
      else {
        lines.set(line, [job])
        waiting.add(line)
        startNext()
      }
    },
    has: (line) => lines.has(line),
    all: () => [...lines.values()].flat(),
    size: () => [...lines.values()].reduce((sum, jobs) => sum + jobs.length, 0),
    idle: () =>
      lines.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idlers.push(resolve)
          }),
    dropWaiting: (line) => lines.get(line)?.splice(1) ?? [],
    clear() {
      waiting.clear()
      for (const [line, jobs] of lines) {
        if (running.has(line)) jobs.splice(1)
        else lines.delete(line)
      }
      if (lines.size > 0) return
      for (const resolve of idlers) resolve()
      idlers = []
    },
  }
}
