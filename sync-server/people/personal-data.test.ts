import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEPT_DATA } from '#model'
import { databases } from '../../design-docs/databases.ts'
import { fullAccounts } from '../accounts/deletion/testing/full-account.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const LISTS = ['handOver', 'erase', 'awaitedUntil', 'exported'] as const

let service: TestService
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

const { somebody } = fullAccounts(() => service)
const records = () => service.services.personalData.records

/** Returns what one of the four lists neither handles nor excuses with a sentence. */
const gapsIn = (names: readonly string[]) =>
  names.flatMap((name) => {
    const ofDatabase = records().filter(({ database }) => database === name)
    return LISTS.filter((list) => {
      const isSaid = ofDatabase.some((one) => typeof one[list] !== 'string' || /^\p{Lu}.{10,}\.$/u.test(one[list]))
      return !isSaid
    }).map((list) => `${name}: ${list}`)
  })

test('every database is handled or excused by each of the four lists', () => {
  expect(gapsIn(['mailbox', ...databases.map(({ name }) => name)])).toEqual([])
  // This shows that a newly declared database that is forgotten here would be noticed.
  expect(gapsIn(['reviews'])).toEqual(LISTS.map((list) => `reviews: ${list}`))
})

test('every excuse is a sentence, and no list names a database that does not exist', () => {
  const names = ['mailbox', ...databases.map(({ name }) => name)]
  for (const { database, ...lists } of records()) {
    expect(names).toContain(database)
    for (const list of LISTS)
      if (typeof lists[list] === 'string') expect(lists[list], `${database}: ${list}`).toMatch(/^\p{Lu}.{10,}\.$/u)
  }
})

test('every document stored about a person belongs to the records of one capability', async () => {
  const { couch } = service.services
  await somebody()
  const unclaimed: string[] = []
  for (const { name } of databases) {
    const prefixes = records().flatMap(({ database, ids }) => (database === name ? ids : []))
    const ids = await couch.db(name).ids('', '\uffff')
    unclaimed.push(
      ...ids
        .filter((id) => !id.startsWith('_design/') && !prefixes.some((prefix) => id.startsWith(prefix)))
        .map((id) => `${name}/${id}`),
    )
  }
  expect(unclaimed).toEqual([])
})

test('the orders of a visitor who signs in are handed over before the notices that name them', () => {
  const { handOver } = service.services.personalData
  expect(handOver.map(({ name }) => name)).toEqual([
    'hand over tickets',
    'hand over bulk requests',
    'hand over orders',
    'hand over notices',
  ])
})

test('the privacy page’s list of what is kept names the personal records of every database, and no others', () => {
  const personal = records()
    .filter((one) => new Set(LISTS.map((list) => one[list])).size > 1)
    .flatMap(({ database, ids }) => ids.map((id) => `${database}/${id}`))
  const named = KEPT_DATA.flatMap(({ records }) => records)
  expect([...new Set(named)].sort()).toEqual([...new Set(personal)].sort())
})
