import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '../../couchdb/client/couch-client.ts'
import { seededRandom } from '../demo/generated/seeded-random.ts'
import { GROUPS } from './all-groups.ts'
import { dump } from './harness/database-diff.ts'
import { SECRET } from './harness/endpoints.ts'
import { type Failure, runGroup } from './harness/run-group.ts'
import { startTarget, type Target } from './harness/target.ts'
import { openTestUsers } from './harness/test-users.ts'

/**
 * `npm run test:attack -- --seed 7 --paths 10000` runs a hostile client against the whole service, on the embedded
 * database or on a COUCHDB_URL that nobody else uses meanwhile. `--only paths:123` repeats one attack.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    paths: { type: 'string', default: '10000' },
    only: { type: 'string' },
    report: { type: 'string' },
  },
})
const seed = Number(values.seed)
const paths = Number(values.paths)
const [onlyGroup, onlyNumber] = values.only?.split(':') ?? []
const SHOWN = 20
/** A shorter password would be found in answers by chance. */
const PASSWORD_LENGTH = 8
const SEED_STEP = 7919

const startedAt = performance.now()
const failures: Failure[] = []
let attacks = 0
let database = 'no database'

const target = await startTarget()
try {
  await attack(target)
} catch (error) {
  attacks += 1
  const complaint = `${String(error)} ${target.complaints()}`
  failures.push({ group: 'all', number: 0, name: 'the attack was broken off', complaint })
  show(failures.slice(-1))
} finally {
  await target.stop()
}
if (attacks === 0) throw new Error(`There is no attack ${values.only}.`)

const failed = Math.min(failures.length, attacks)
if (values.report) {
  mkdirSync(dirname(values.report), { recursive: true })
  const named = failures.slice(0, SHOWN).map(({ group, name, complaint }) => `${group} › ${name}: ${complaint}`)
  writeFileSync(values.report, JSON.stringify({ passed: attacks - failed, failed, failures: named }))
}
console.log(`Seed ${seed}, ${secondsSince(startedAt)} on ${database}`)
console.log(`${attacks} attacks, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function attack(target: Target) {
  const couch = connect(target.couchdbUrl)
  const { version, vendor } = await couch.get('/')
  database = `CouchDB ${version} (${Object(vendor).name})`
  console.log(`Hostile client on ${database}, seed ${seed}, ${paths} paths`)
  const users = await openTestUsers(target, couch)
  const secrets = [SECRET, new URL(target.couchdbUrl).password].filter((one) => one.length >= PASSWORD_LENGTH)
  const probes = { ...target, dump: () => dump(couch) }
  let calmMegabytes: number | undefined

  for (const [i, groupOf] of GROUPS.entries()) {
    const random = seededRandom(seed + i * SEED_STEP)
    const group = groupOf({ url: target.url, target, couch, users, secrets, random, paths })
    const isWanted = group.name === (onlyGroup ?? group.name)
    // If one whole group is repeated, the first group runs before it, because memory growth is measured against it.
    if (!isWanted && (i > 0 || onlyNumber !== undefined)) continue
    const since = performance.now()
    const only = onlyNumber === undefined ? undefined : Number(onlyNumber)
    const played = await runGroup(group, probes, { only, calmMegabytes })
    calmMegabytes ??= played.megabytes
    if (!isWanted) continue
    attacks += played.attacks
    failures.push(...played.failures)
    const figures = `${played.attacks} attacks, ${played.failures.length} failed, ${secondsSince(since)}, ${played.megabytes.toFixed()} MB`
    console.log(`${played.failures.length === 0 ? '✓' : '✗'} ${group.name}: ${figures}`)
    show(played.failures)
  }
}

function show(failures: Failure[]) {
  for (const { group, number, name, complaint } of failures.slice(0, SHOWN)) {
    console.log(`  ${name}: ${complaint}`)
    const only = group === 'all' ? '' : ` --only ${number === 0 ? group : `${group}:${number}`}`
    console.log(`    again: node sync-server/security-tests/run.ts --seed ${seed} --paths ${paths}${only}`)
  }
  if (failures.length > SHOWN) console.log(`  … and ${failures.length - SHOWN} more`)
}

function secondsSince(ms: number) {
  return `${((performance.now() - ms) / 1000).toFixed(1)} s`
}
