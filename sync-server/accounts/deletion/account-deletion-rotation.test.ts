import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Move } from '../../mailboxes/move-mailbox.ts'
import { openRotation } from '../../mailboxes/rotation.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { fullAccounts } from './testing/full-account.ts'

let service: TestService
let at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at), logLevel: 'silent' })
})
afterAll(() => service.close())

const { expectGone, somebody } = fullAccounts(() => service)

test.each([
  ['in the former generations of its mailbox', '', true],
  ['in a mailbox that was just copied to', 'after copy', false],
])(
  'a deleted account leaves nothing %s',
  async (_, killedAt, isOver) => {
    const who = await somebody()
    const { couch, rotation } = service.services
    await rotation.want(who.account.id)
    const dying = openRotation({
      ...{ ...service.services, report: () => {} },
      onStep: (point) => {
        if (point === killedAt) throw new Error('killed')
      },
    })
    await dying.work(true)
    const [move] = (await couch.db('work').range<Move>('move:', 'move:￿')).filter(
      (one) => one.from === who.account.mailbox.name,
    )
    if (!move) throw new Error('no move')
    const sizes = () => Promise.allSettled([move.from, move.to.name].map((name) => couch.db(name).size()))
    expect((await sizes()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(move.movedAt !== undefined).toBe(isOver)
    await service.services.accountDeletion.begin(who.account)
    expect((await sizes()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    // Another process that had just begun the move creates the database again.
    await couch.createDatabase(move.to.name, { q: 1 })
    await service.services.sweep.sweepNow()
    at += 60_000
    await service.services.accountDeletion.resume()
    expect((await sizes()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    // The decider removes the marks of deleted mailboxes.
    await expect.poll(() => couch.db('work').ids('due:', 'due:\uffff'), { timeout: 15_000 }).toEqual([])
    await expectGone(who)
  },
  20_000,
)

test('a mailbox does not move if its account is deleted during the move', async () => {
  const who = await somebody()
  const { accounts, couch, mailboxes, rotation } = service.services
  await rotation.want(who.account.id)
  const made: string[] = []
  const late = openRotation({
    ...service.services,
    mailboxes: {
      ...mailboxes,
      async make(name, account) {
        await mailboxes.make(name, account)
        made.push(name)
        await accounts.end(account)
      },
    },
  })
  await late.work(true)
  expect(made).toHaveLength(1)
  await expect(couch.db(made[0] ?? '').size()).rejects.toMatchObject({ statusCode: 404 })
  expect(await couch.db('work').get(`move:${who.account.mailbox.name}`)).toBeUndefined()
})
