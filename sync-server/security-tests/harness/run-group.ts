import type { Attack, Group } from './attack.ts'
import { type Change, type Dump, describeChange, differences, isServiceWrite } from './database-diff.ts'

export interface Failure {
  group: string
  /** Of the attack within its group; 0 for what only the whole group shows. */
  number: number
  name: string
  complaint: string
}

export interface GroupResult {
  /** The witnesses count as one each. */
  attacks: number
  failures: Failure[]
  megabytes: number
}

/** What is seen of the target from outside its answers. */
export interface Probes {
  dump(): Promise<Dump>
  /** Resolves once the service has done what it took upon itself: decisions, receipts, mail. */
  rest(): Promise<void>
  /** What it printed since the last call. */
  complaints(): string
  /** What stays after a garbage collection. */
  memoryMegabytes(): Promise<number>
}

interface Options {
  /** The attack of this number alone. */
  only?: number | undefined
  /** Before; absent: not known yet, for what is loaded and cached once. */
  calmMegabytes?: number | undefined
}

const GROWTH_MB = 24
const PRINTED = 2_000

/** Plays one group, and asks every witness. */
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

/** Two looks at rest that agree: a request that was cut off may still be at work. */
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
