import type { Attack, Group } from './attack.ts'
import { type Change, type Dump, describeChange, differences, isServiceWrite } from './database-diff.ts'

export interface Failure {
  group: string
  /** The number of the attack in its group; 0 for what only the whole group shows. */
  number: number
  name: string
  complaint: string
}

export interface GroupResult {
  /** Includes the three probes, which count as one attack each. */
  attacks: number
  failures: Failure[]
  megabytes: number
}

/** Observations of the target apart from its answers. */
export interface Probes {
  dump(): Promise<Dump>
  /** Resolves when the service has finished its work: decisions, receipts, mail. */
  rest(): Promise<void>
  /** Returns what it printed since the last call. */
  complaints(): string
  /** Returns the memory in use after a garbage collection. */
  memoryMegabytes(): Promise<number>
}

interface Options {
  /** Runs only the attack with this number. */
  only?: number | undefined
  /** The memory to compare with; absent for the first group, in which code is loaded and caches fill. */
  calmMegabytes?: number | undefined
}

const GROWTH_MB = 24
const PRINTED = 2_000

/** Runs one group and checks all probes. */
export async function runGroup(
  group: Group,
  probes: Probes,
  { only, calmMegabytes }: Options = {},
): Promise<GroupResult> {
  const failures: Failure[] = []
  const fail = (number: number, name: string, complaint: string) =>
    failures.push({ group: group.name, number, name, complaint })

  const all = (await group.prepare()).map((attack, i) => ({ attack, number: i + 1 }))
  const chosen = all.filter(({ number }) => number === (only ?? number))
  if (chosen.length === 0) throw new Error(`there is no attack ${group.name}:${only}`)
  const before = await settled(probes)
  probes.complaints()
  const waiting = chosen.toReversed()
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const complaint = await outcomeOf(next.attack)
      if (complaint !== undefined) fail(next.number, next.attack.name, complaint)
    }
  }
  await Promise.all(Array.from({ length: group.atOnce }, work))

  const isAllowed = (change: Change) => isServiceWrite(change) || group.mayChange?.(change)
  const changes = differences(before, await settled(probes)).filter((change) => !isAllowed(change))
  if (changes.length > 0) fail(0, 'the databases', changes.map(describeChange).join('; '))
  const megabytes = await probes.memoryMegabytes()
  if (megabytes > (calmMegabytes ?? megabytes) + GROWTH_MB)
    fail(0, 'the memory', `grew from ${calmMegabytes?.toFixed()} to ${megabytes.toFixed()} MB`)
  const printed = probes.complaints()
  if (printed) fail(0, 'the service', `printed ${printed.slice(0, PRINTED)}`)
  return { attacks: chosen.length + 3, failures: failures.sort((a, b) => a.number - b.number), megabytes }
}

const outcomeOf = ({ run }: Attack): Promise<string | undefined> =>
  run().catch((error: unknown) => `could not be played: ${String(error)}`)

const LOOKS = 20

/** Dumps until two dumps agree, because a request that was cut off may still be running. */
async function settled({ dump, rest }: Probes): Promise<Dump> {
  await rest()
  let last = await dump()
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await rest()
    const next = await dump()
    if (differences(last, next).every(isServiceWrite)) return next
    last = next
  }
  return last
}
