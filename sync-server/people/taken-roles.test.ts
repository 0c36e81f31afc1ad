import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountRecord } from '../accounts/account-record.ts'
import { openSweep } from '../core/sweep.ts'
import { dyingProcess } from '../core/testing/dying-process.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { openTakenRoles } from './taken-roles.ts'

let service: TestService
const holder = dyingProcess()
let people = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  // Every sweep is this test's own, and mails stay in the outbox.
  await Promise.all([service.services.decider.stop(), service.services.outbox.stop()])
})
afterAll(() => service.close())

/** The sweep of a process that may die at any point. */
async function sweep(): Promise<void> {
  const { couch, takenRoles, now } = service.services
  const underLease: Parameters<typeof openSweep>[0]['underLease'] = (work) => work({ term: 1, step: holder.step })
  await openSweep({ couch, kinds: [takenRoles.kept], underLease, now, report: () => {} }).sweepNow()
}

async function partner(): Promise<AccountRecord> {
  people += 1
  const made = { email: `partner-${people}@example.in`, name: 'Harsh Shah', role: 'PARTNER', verified: true } as const
  const account = await service.services.accounts.create(made)
  if (account === 'email_taken') throw new Error(account)
  return account
}

const reason = 'Three complaints in a week'
const asked = ({ id }: AccountRecord) => ({ by: 'admin', account: id, reason })
const take = (who: AccountRecord) => service.services.takenRoles.take(asked(who))

/** Returns the role, the reasons that mails tell, and what became of the decisions. */
async function endOf({ id }: AccountRecord) {
  const { couch } = service.services
  const of = <T extends object>(database: string, prefix: string) =>
    couch.db(database).range<T>(`${prefix}:${id}:`, `${prefix}:${id}:\uffff`)
  const record = await couch.db('accounts').get<AccountRecord>(`account:${id}`)
  const mails = await of<{ data: { reason: string } }>('outbox', 'mail:role-taken')
  const decisions = await of<{ reason?: string; nextAt?: string }>('jobs', 'taken-role')
  return {
    role: record?.role,
    reasons: mails.map(({ data }) => data.reason),
    left: decisions.map(({ reason, nextAt }) => [reason, nextAt]),
  }
}
const ended = { role: 'CUSTOMER', reasons: [reason], left: [[undefined, undefined]] }

test('a process that dies before it has set the role leaves that and the mail to the next one', async () => {
  const who = await partner()
  const change = () => Promise.reject(new Error('killed'))
  const { accounts } = service.services
  const dying = openTakenRoles({ ...service.services, accounts: { ...accounts, change } })
  await expect(dying.take(asked(who))).rejects.toThrow('killed')
  expect(await endOf(who)).toMatchObject({ role: 'PARTNER', reasons: [] })
  await sweep()
  expect(await endOf(who)).toEqual(ended)
})

test('a process that dies at any point of the telling leaves the rest to the next one, which ends it the same', async () => {
  async function play(dieAt?: number) {
    const who = await partner()
    holder.dieAt(dieAt)
    expect(await take(who)).toBe('taken')
    await sweep().catch(() => {})
    const passed = holder.succeed()
    await sweep()
    return { passed, end: await endOf(who) }
  }
  const { passed, end } = await play()
  expect(end).toEqual(ended)
  expect(passed).toContain('after post mail')
  for (let dieAt = 1; dieAt <= passed.length; dieAt += 1)
    expect([dieAt, (await play(dieAt)).end]).toEqual([dieAt, ended])
})

test('if two admins take a role at once, one of them does, and the person reads one reason', async () => {
  const who = await partner()
  expect((await Promise.all([take(who), take(who)])).sort()).toEqual(['no_role_to_take', 'taken'])
  await sweep()
  expect(await endOf(who)).toMatchObject({ role: 'CUSTOMER', reasons: [reason] })
  expect(await take(who)).toBe('no_role_to_take')
})

test('a role that the person was given again is not taken by telling of the first time', async () => {
  const who = await partner()
  await take(who)
  await service.services.accounts.change(who.id, { role: 'PARTNER' })
  await sweep()
  expect(await endOf(who)).toEqual({ ...ended, role: 'PARTNER' })
})

test('a person who has left gets no mail, and the reason is not kept', async () => {
  const who = await partner()
  await take(who)
  await service.services.accountDeletion.begin(who)
  await sweep()
  expect(await endOf(who)).toEqual({ ...ended, role: undefined, reasons: [] })
})
