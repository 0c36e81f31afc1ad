import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Couch } from '../couch/couch.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { openAccounts } from './accounts.ts'
import { openEmailClaims } from './email-claims.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const asha = (email: string) => ({ email, name: 'Asha', role: 'CUSTOMER' as const })

class Killed extends Error {}

/** Accounts in a process that is killed before its n-th write (1: claim, 2: mailbox, 3: record, 4: fact). */
function killedBefore(n: number) {
  const { couch, keys, mailboxes, now } = service.services
  let writes = 0
  const step = () => {
    writes += 1
    if (writes === n) throw new Killed()
  }
  const accounts = couch.db('accounts')
  const create: typeof accounts.create = async (doc) => {
    step()
    return accounts.create(doc)
  }
  const mortal: Couch = { ...couch, db: (name) => (name === 'accounts' ? { ...accounts, create } : couch.db(name)) }
  return openAccounts({
    couch: mortal,
    emailClaims: openEmailClaims({ couch: mortal, keys, now }),
    mailboxes: {
      ...mailboxes,
      create: async (id) => {
        step()
        return mailboxes.create(id)
      },
      put: async (mailbox, fact) => {
        step()
        await mailboxes.put(mailbox, fact)
      },
    },
    now,
  })
}

test.each([1, 2, 3, 4])('an account whose creation was killed before step %i is complete after a repeat', async (n) => {
  const { accounts, couch } = service.services
  const email = `killed${n}@example.com`
  await expect(killedBefore(n).create(asha(email))).rejects.toThrow(Killed)
  const again = await accounts.create(asha(email))
  if (n === 4) expect(again).toBe('email_taken')
  const account = await accounts.findByEmail(email)
  expect(account).toMatchObject({ email, status: 'active', role: 'CUSTOMER' })
  expect(await couch.db(account?.mailbox.name ?? '').get('account')).toMatchObject({ id: account?.id, email })
})

test('if several requests claim one e-mail at once, one gets it, and no other mailbox is left', async () => {
  const { accounts, couch } = service.services
  const created: string[] = []
  const watching = openAccounts({
    ...service.services,
    mailboxes: {
      ...service.services.mailboxes,
      create: async (id) => {
        const made = await service.services.mailboxes.create(id)
        created.push(made.name)
        return made
      },
    },
  })
  const answers = await Promise.all(Array.from({ length: 5 }, () => watching.create(asha('popular@example.com'))))
  expect(answers.filter((answer) => answer !== 'email_taken').length).toBe(1)
  const winner = await accounts.findByEmail('POPULAR@example.com ')
  for (const name of created) {
    const isThere = await couch
      .db(name)
      .size()
      .then(
        () => true,
        () => false,
      )
    expect(isThere).toBe(name === winner?.mailbox.name)
  }
})

test('an e-mail that nobody registered has no account', async () => {
  expect(await service.services.accounts.findByEmail('nobody@example.com')).toBeUndefined()
  expect(await service.services.accounts.get('nobody')).toBeUndefined()
})

test('a visitor who has just signed in is recognised as the account, even by an instance that caches them as a visitor', async () => {
  const { couch, keys, mailboxes, now, accounts } = service.services
  // The accounts of another instance, which is not told of changes.
  const remembering = openAccounts({ couch, emailClaims: openEmailClaims({ couch, keys, now }), mailboxes, now })
  const visitor = await accounts.createVisitor('en')
  const [me, other] = [
    await accounts.create(asha('became@example.com')),
    await accounts.create(asha('other@example.com')),
  ]
  if (me === 'email_taken' || other === 'email_taken') throw new Error('taken')
  expect(await remembering.get(visitor.id)).toMatchObject({ status: 'active' })
  expect(await remembering.isSamePerson(me.id, visitor.id)).toBe(false)
  expect(await remembering.get(visitor.id)).toMatchObject({ status: 'active' })
  await accounts.adopt(visitor.id, me.id)
  expect(await remembering.ownerOf(visitor.id)).toBe(visitor.id)
  expect(await remembering.isSamePerson(me.id, visitor.id)).toBe(true)
  expect(await remembering.isSamePerson(visitor.id, other.id)).toBe(false)
})

test('an ended account adopts no visitor, and the visitor stays unchanged', async () => {
  const { accounts } = service.services
  const visitor = await accounts.createVisitor('en')
  const me = await accounts.create(asha('ended@example.com'))
  if (me === 'email_taken') throw new Error(me)
  await accounts.end(me.id)
  expect(await accounts.adopt(visitor.id, me.id)).toBe('account_ended')
  expect(await accounts.get(visitor.id)).toMatchObject({ status: 'active', role: 'VISITOR' })
})
