import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk } from '../admin/testing/desk-calls.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { generateAccounts } from './generated/generate-accounts.ts'
import { writeAccounts } from './write-accounts.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

test('made-up people are the same for the same seed, and written once', async () => {
  const people = generateAccounts(20, 7)
  expect(generateAccounts(30, 7).slice(0, 20)).toEqual(people)
  expect(await writeAccounts(service.services, people)).toBe(20)
  expect(await writeAccounts(service.services, generateAccounts(25, 7))).toBe(5)
})

test('a made-up person gets a mailbox at the first sign-in, and what happened before is in it', async () => {
  const [person] = generateAccounts(20, 7).filter(({ role }) => role === 'PARTNER')
  if (!person) throw new Error('nobody is a partner')
  const { couch, mailboxes, accounts } = service.services
  const mailbox = await mailboxes.of(person.id)
  await expect(couch.db(mailbox).size()).rejects.toThrow()
  const desk = await openDesk(service)
  await desk.prove()
  const taken = await desk.post(`users/${person.id}/role`, { role: 'CUSTOMER', reason: 'It was made up' })
  expect(taken.status).toBe(204)
  const { cookie } = await service.signIn(person.email)
  expect(cookie).not.toBe('')
  expect(await mailboxes.get(mailbox, 'account')).toMatchObject({ role: 'CUSTOMER', email: person.email })
  expect(await accounts.get(person.id)).not.toHaveProperty('lacksMailbox')
})

test('nobody else’s sign-in asks whether the mailbox has to be made', async () => {
  const { accounts } = service.services
  const { openMailbox } = accounts
  const asked: string[] = []
  accounts.openMailbox = async (id) => {
    asked.push(id)
    await openMailbox(id)
  }
  const [person] = generateAccounts(25, 7).slice(20)
  if (!person) throw new Error('nobody was made up')
  await service.signIn(person.email)
  await service.signIn(person.email)
  await service.signIn('customer@mogra.example')
  expect(asked).toEqual([person.id])
})

test('a made-up person who never signed in can be deleted', async () => {
  const [person] = generateAccounts(20, 7).filter(({ role }) => role === 'CUSTOMER')
  const account = person && (await service.services.accounts.findByEmail(person.email))
  if (!account) throw new Error('nobody is a customer')
  await service.services.accountDeletion.begin(account)
  expect(await service.services.accounts.findByEmail(account.email)).toBeUndefined()
  expect((await service.services.accounts.get(account.id))?.status).toBe('ended')
  expect(await service.services.couch.db('work').get(`ending:${account.id}`)).toHaveProperty('clearedAt')
})
