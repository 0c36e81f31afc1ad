import { afterAll, beforeAll, expect, test } from 'vitest'
import { distinctPoints } from '../../testing/distinct-points.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { openAccountDeletion } from './account-deletion.ts'
import { fullAccounts } from './testing/full-account.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at), logLevel: 'silent' })
})
afterAll(() => service.close())

const { call, expectGone, somebody } = fullAccounts(() => service)

test('a deletion that is killed at any point is finished after the next start', async () => {
  const points: string[] = []
  const first = await somebody()
  await openAccountDeletion({ ...service.services, onStep: (point) => points.push(point) }).begin(first.account)
  expect(points).toHaveLength(54)
  for (const point of new Set(distinctPoints(points).map(({ point }) => point))) {
    const who = await somebody()
    let isDead = false
    const dying = openAccountDeletion({
      ...service.services,
      report: () => {},
      onStep: (at) => {
        isDead ||= at === point
        if (isDead) throw new Error('killed')
      },
    })
    const isPromised = await dying.begin(who.account).then(
      () => true,
      () => false,
    )
    if (point === 'before write mark') {
      // Nothing was promised, and nothing was deleted.
      expect((await call('GET', '/api/sessions/current', who.phone)).statusCode).toBe(200)
      continue
    }
    expect([point, isPromised]).toEqual([point, !/write mark|end account/.test(point)])
    const next = openAccountDeletion(service.services)
    await next.resume()
    await service.services.sweep.sweepNow()
    at += 60_000
    await next.resume()
    await expectGone(who)
    expect(await service.services.couch.db('work').range('ending:', 'ending:￿')).toEqual([])
  }
}, 300_000)

test('a deletion that keeps failing does not delay the others', async () => {
  const who = await somebody()
  const work = service.services.couch.db('work')
  await work.create({ _id: 'ending:0', type: 'ending', account: '0', email: '', mailbox: 'm', startedAt: '' })
  const dying = openAccountDeletion({
    ...service.services,
    onStep: (point) => {
      if (point === 'after write mark') throw new Error('killed')
    },
  })
  await expect(dying.begin(who.account)).rejects.toThrow('killed')
  const { accounts } = service.services
  const said: string[] = []
  const accountDeletion = openAccountDeletion({
    ...service.services,
    accounts: { ...accounts, end: (id) => (id === '0' ? Promise.reject(new Error('500')) : accounts.end(id)) },
    report: (message, error) => said.push(`${message}: ${error}`),
  })
  await accountDeletion.resume()
  await service.services.sweep.sweepNow()
  at += 60_000
  await accountDeletion.resume()
  await expectGone(who)
  expect(said).toEqual([expect.stringContaining('500'), expect.stringContaining('500')])
  const broken = await work.get('ending:0')
  if (broken) await work.remove(broken)
})
