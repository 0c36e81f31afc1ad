import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type Desk, openDesk } from './testing/desk-calls.ts'

let service: TestService
let desk: Desk
let laterMs = 0
const now = () => new Date(Date.now() + laterMs)

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now })
  desk = await openDesk(service)
  await desk.prove()
})
afterAll(() => service.close())

let people = 0
async function somebody(role: 'CUSTOMER' | 'PARTNER' = 'CUSTOMER') {
  people += 1
  const email = `person-${people}@example.in`
  const made = await service.services.accounts.create({ email, name: 'Harsh Shah', role, verified: true })
  if (made === 'email_taken') throw new Error(made)
  return made
}
const statusOf = async (id: string) => (await service.services.accounts.get(id))?.status

test('an admin reads how many messages to support wait, and the closed ones, without the ids of writers and admins', async () => {
  const { id } = await somebody()
  const author = { id, role: 'CUSTOMER', language: 'en' } as const
  const message = {
    ...({ name: 'Harsh Shah', email: 'harsh@example.in', category: 'delivery', subject: 'Late' } as const),
    message: 'Where are they?',
  }
  const { tickets } = service.services
  const asked = { ulid: ulid(now().getTime()), at: now().toISOString(), isIntent: false }
  const decided = await tickets.contact(asked, author, message)
  if ('refused' in decided) throw new Error(decided.refused)
  const { _id, version } = decided.doc
  const waiting = async () => (await desk.get('overview')).json.tickets
  expect(await waiting()).toBe(1)
  const decision = { by: desk.account.id, at: now().toISOString(), intent: ulid(now().getTime()), version }
  await tickets.answer(_id, decision, 'At noon.')
  expect(await waiting()).toBe(0)
  expect((await desk.get('tickets')).json).toMatchObject({ tickets: [] })
  await tickets.close(_id, { ...decision, intent: ulid(now().getTime()), version: version + 1 }, 'Refunded.')
  const { json, text } = await desk.get('tickets')
  expect(json).toMatchObject({
    tickets: [{ ...message, id: _id, state: 'closed', answers: [{ text: 'At noon.' }], closingNote: 'Refunded.' }],
  })
  expect([text.includes(id), text.includes(desk.account.id)]).toEqual([false, false])
})

test('an admin sees which order, problem or job a message is about', async () => {
  const { id } = await somebody()
  const author = { id, role: 'CUSTOMER', language: 'en' } as const
  const { tickets } = service.services
  const asked = () => ({ ulid: ulid(now().getTime()), at: now().toISOString(), isIntent: false })
  const about = { order: `order:${ulid()}`, orderNumber: 'FLR1763700000000ABC', problem: 'late' } as const
  const report = { number: 'SUP1763700000000ABC', name: 'Harsh Shah', subject: 'Late', message: 'It came late.' }
  const reported = await tickets.report(asked(), author, { ...report, ...about })
  if ('refused' in reported) throw new Error(reported.refused)
  const message = { name: 'Harsh Shah', email: 'harsh@example.in', subject: 'Florist', message: 'I tie well.' }
  const applied = await tickets.contact(asked(), author, { ...message, category: 'general', job: 'florist-jaipur' })
  if ('refused' in applied) throw new Error(applied.refused)
  for (const { _id, version } of [reported.doc, applied.doc])
    await tickets.close(_id, { by: desk.account.id, at: now().toISOString(), intent: ulid(now().getTime()), version })
  const listed = (await desk.get('tickets')).json.tickets as { id: string }[]
  const shown = (ticket: { _id: string }) => listed.find((one) => one.id === ticket._id)
  expect(shown(reported.doc)).toMatchObject(about)
  expect(shown(reported.doc)).not.toHaveProperty('job')
  expect(shown(applied.doc)).toMatchObject({ job: 'florist-jaipur' })
  expect(shown(applied.doc)).not.toHaveProperty('order')
})

describe('an admin who deletes people', () => {
  test('starts a job that another admin sees and can undo', async () => {
    const { id } = await somebody()
    const asked = await desk.post('deletions', { ids: [id] })
    expect(asked).toMatchObject({
      status: 201,
      json: { state: 'waiting', isEverybody: false, total: 1, by: desk.account.id, undoSeconds: 10 },
    })
    const second = await openDesk(service)
    expect((await second.get('deletions')).json).toMatchObject({ jobs: [{ id: asked.json.id, total: 1 }] })
    expect(await second.post(`deletions/${asked.json.id}/undo`)).toMatchObject({
      status: 200,
      json: { state: 'undone' },
    })
    expect((await second.get('deletions')).json).toEqual({ jobs: [] })
    laterMs += 20_000
    await service.services.sweep.sweepNow()
    expect(await statusOf(id)).toBe('active')
    expect(await desk.post(`deletions/${asked.json.id}/undo`)).toMatchObject({
      status: 409,
      json: { error: 'deletion_begun' },
    })
  })

  test('deletes after ten seconds, and reads how far it has got', async () => {
    const { id } = await somebody()
    const { json } = await desk.post('deletions', { ids: [id, desk.account.id] })
    laterMs += 10_000
    await service.services.sweep.sweepNow()
    expect((await desk.get(`deletions/${json.id}`)).json).toMatchObject({ state: 'done', done: 1, total: 1 })
    expect([await statusOf(id), await statusOf(desk.account.id)]).toEqual(['ended', 'active'])
  })

  test('cannot delete admins alone, nobody, or too many in one turn', async () => {
    expect(await desk.post('deletions', { ids: [desk.account.id] })).toMatchObject({
      status: 403,
      json: { error: 'admin_protected', message: 'Cannot delete admin users!' },
    })
    expect((await desk.post('deletions', { ids: [] })).status).toBe(422)
    expect((await desk.post('deletions', {})).status).toBe(422)
    expect((await desk.post('deletions', { ids: Array.from({ length: 10_001 }, (_, n) => `a${n}`) })).status).toBe(422)
    expect((await desk.get(`deletions/${ulid()}`)).status).toBe(404)
    expect((await desk.get('deletions/..%2fx')).status).toBe(404)
  })
})

describe('taking a role away', () => {
  test('makes a partner a customer, who signs in again and reads the reason', async () => {
    const partner = await somebody('PARTNER')
    const { cookie } = await service.signIn(partner.email)
    const take = () => desk.post(`users/${partner.id}/role`, { role: 'CUSTOMER', reason: 'Three complaints in a week' })
    expect((await take()).status).toBe(204)
    expect(await service.services.accounts.findByEmail(partner.email)).toMatchObject({ role: 'CUSTOMER', demotions: 1 })
    const session = await service.app.inject({ url: '/api/sessions/current', headers: { cookie } })
    expect(session.statusCode).toBe(401)
    const mail = await service.mailTo(partner.email, ({ subject }) => subject.includes('no longer a Mogra partner'))
    expect(mail.text).toContain('Three complaints in a week')
    const notices = await service.services.couch.db(partner.mailbox.name).range('notice:', 'notice:\uffff')
    expect(notices).toMatchObject([{ kind: 'role-taken' }])
    expect((await take()).json).toMatchObject({ error: 'no_role_to_take' })
    const logged = (id: string) => service.services.accessLog.of(id)
    expect((await logged(partner.id)).map(({ what }) => what)).toEqual(['sign-in'])
    expect(await logged(desk.account.id)).toContainEqual(
      expect.objectContaining({ what: 'took-role', subject: partner.id }),
    )
  })

  test('is refused for admins, for nobody, and without a reason', async () => {
    const reason = 'why'
    expect((await desk.post(`users/${desk.account.id}/role`, { role: 'CUSTOMER', reason })).json).toMatchObject({
      error: 'admin_protected',
    })
    expect((await desk.post('users/of-nobody/role', { role: 'CUSTOMER', reason })).status).toBe(404)
    expect((await desk.post(`users/${desk.account.id}/role`, { role: 'CUSTOMER', reason: ' ' })).status).toBe(422)
    expect((await desk.post(`users/${desk.account.id}/role`, { role: 'ADMIN', reason })).status).toBe(422)
  })
})

describe('the settings', () => {
  const settings = { emailNotifications: true, autoApproval: false, maintenance: false }

  test('begin as specified, and nobody overwrites what another admin has changed', async () => {
    expect((await desk.get('settings')).json).toEqual({ ...settings, version: 0 })
    const changed = await desk.post('settings', { ...settings, emailNotifications: false, version: 0 })
    expect(changed).toMatchObject({ status: 200, json: { emailNotifications: false, version: 1 } })
    expect(await desk.post('settings', { ...settings, version: 0 })).toMatchObject({
      status: 409,
      json: { error: 'settings_changed' },
    })
    expect((await desk.post('settings', { version: 1, maintenance: 'yes' })).status).toBe(422)
  })

  test('Maintenance refuses what others change, while reading and signing in go on', async () => {
    const { version } = (await desk.get('settings')).json
    await desk.post('settings', { ...settings, maintenance: true, version })
    const customer = await service.signIn('customer@mogra.example')
    const push = ({ cookie, mailbox }: { cookie: string; mailbox: { name: string } }) =>
      service.app.inject({
        method: 'POST',
        url: `/db/${mailbox.name}/_bulk_docs`,
        headers: { cookie },
        payload: { docs: [], new_edits: false },
      })
    const closed = await push(customer)
    expect([closed.statusCode, closed.headers['retry-after'], closed.headers['mogra-maintenance']]).toEqual([
      503,
      '60',
      '1',
    ])
    expect(closed.json()).toMatchObject({ error: 'maintenance' })
    expect((await push(desk)).statusCode).toBe(201)
    const register = { name: 'A', email: 'new@example.in', phone: '1', city: 'pune', type: 'customer', terms: true }
    const post = (url: string, payload: object) => service.app.inject({ method: 'POST', url, payload })
    expect((await post('/api/accounts', register)).statusCode).toBe(503)
    expect((await post('/api/visitors', {})).statusCode).toBe(503)
    const { cookie } = customer
    const reading = await service.app.inject({ url: `/db/${customer.mailbox.name}/_changes`, headers: { cookie } })
    expect(reading.statusCode).toBe(200)

    await desk.post('settings', { ...settings, version: Number(version) + 1 })
    expect((await push(customer)).statusCode).toBe(201)
  })
})

test('the overview counts people by role, and orders and rupees by the day in India, without what was cancelled', async () => {
  const orders = service.services.couch.db('orders')
  const order = (confirmedAt: Date, status: string, totalRupees: number) =>
    orders.create({
      ...{ _id: `order:${ulid()}`, type: 'order', account: 'nobody', lines: [], timeline: [] },
      ...{ status, totalRupees, confirmedAt: confirmedAt.toISOString() },
    })
  const today = new Date(now().getTime() + 19_800_000).toISOString().slice(0, 10)
  // In India the day begins at 18:30 UTC of the day before.
  await order(new Date(`${today}T00:00:01+05:30`), 'confirmed', 900)
  await order(new Date(`${today}T00:00:02+05:30`), 'delivered', 100)
  await order(new Date(`${today}T00:00:03+05:30`), 'cancelled', 5000)
  await order(new Date(Date.parse(`${today}T00:00:00+05:30`) - 1), 'confirmed', 70)
  await order(new Date(Date.parse(`${today}T00:00:00+05:30`) - 60 * 86_400_000), 'confirmed', 30)
  type Overview = { days: object[]; orders: object; users: object; pending: object; troubles: number }
  const { days, ...rest } = (await desk.get('overview')).json as unknown as Overview
  expect(days).toHaveLength(30)
  expect(days.slice(-2)).toMatchObject([
    { orders: 1, revenueRupees: 70 },
    { day: today, orders: 2, revenueRupees: 1000 },
  ])
  expect(rest.orders).toEqual({ total: 5, sold: 4, revenueRupees: 1100 })
  const { users } = rest as { users: Record<string, number> }
  expect(users).toMatchObject({ SUPPLIER: 1, PARTNER: 1 })
  // Those of the demo.
  expect(rest).toMatchObject({ pending: { partners: 2, suppliers: 1 }, troubles: 0 })
})

describe('what Mogra could not do', () => {
  const troubles = async () => (await desk.get('troubles')).json as { troubles: { id: string; what: string }[] }

  test('a mail that was given up is listed without its recipient, and sent once more', async () => {
    const { outbox, couch } = service.services
    const id = `mail:test:${ulid()}` as const
    await outbox.post({ _id: id, kind: 'test', to: 'given.up@example.in', language: 'en', data: {} })
    await service.mailTo('given.up@example.in')
    const at = now().toISOString()
    await couch.db('outbox').update<{ _id: string }>(
      id,
      (mail) =>
        mail && {
          ...mail,
          ...{ kind: 'test', to: 'given.up@example.in', language: 'en', data: {}, type: 'mail' },
          ...{ status: 'dead', attempts: 9, postedAt: at, lastError: 'mailbox unavailable' },
        },
    )
    await expect.poll(troubles).toMatchObject({ troubles: [{ id, what: 'mail', kind: 'test', tries: 9 }] })
    expect(JSON.stringify(await troubles())).not.toContain('given.up')
    const before = service.mails()
    expect((await desk.post('retry', { id })).status).toBe(204)
    await service.mailTo('given.up@example.in', (mail) => !before.includes(mail))
    await expect.poll(troubles).toEqual({ troubles: [] })
    expect((await desk.post('retry', { id })).json).toMatchObject({ error: 'trouble_over' })
  })

  test('mails that have nothing to say any more are no troubles, and hide none', async () => {
    const outbox = service.services.couch.db('outbox')
    const remains = (n: number) => ({
      ...{ _id: `mail:login-code:expired-${n}`, type: 'mail', kind: 'login-code', status: 'dead', attempts: 1 },
      ...{ postedAt: '2026-11-01T06:00:00.000Z', lastError: 'there is nothing to say any more' },
    })
    await outbox.putAll(Array.from({ length: 201 }, (_, n) => remains(n)))
    const id = `mail:test:${ulid()}`
    const to = { to: 'given.up@example.in', postedAt: now().toISOString() }
    await outbox.create({ ...remains(0), ...to, _id: id, kind: 'test', language: 'en', data: {} })
    await expect.poll(troubles).toMatchObject({ troubles: [{ id }] })
    expect((await desk.get('overview')).json.troubles).toBe(1)
    expect((await desk.post('retry', { id })).status).toBe(204)
    await expect.poll(troubles).toEqual({ troubles: [] })
  })

  test('the id of a trouble that no document can have is refused', async () => {
    const lone = '\ud800'
    for (const id of [`mail:${lone}`, `job:${lone}`, `intent:${lone}`, 'mail:', 'mail:a/b', ` mail:x`, ''])
      expect([id, (await desk.post('retry', { id })).status]).toEqual([id, 422])
  })

  test('a document that could not be told is told again', async () => {
    const { id } = await somebody()
    const { json } = await desk.post('deletions', { ids: [id] })
    const job = `job:${json.id}`
    const nextAt = new Date(now().getTime() + 86_400_000).toISOString()
    await service.services.couch
      .db('jobs')
      .update<{ _id: string }>(job, (doc) => doc && { ...doc, nextAt, tries: 5, restingSince: now().toISOString() })
    await expect.poll(troubles).toMatchObject({ troubles: [{ id: job, what: 'document', kind: 'job' }] })
    expect((await desk.post('retry', { id: job })).status).toBe(204)
    await service.services.sweep.sweepNow()
    await expect.poll(troubles).toEqual({ troubles: [] })
  })

  test('a parked intent is listed, and a retry of it is requested', async () => {
    const { couch } = service.services
    const parked = ulid()
    const at = now().toISOString()
    await couch.db('work').create({
      ...{ _id: `parked:${parked}`, type: 'parked', mailbox: 'mailbox-x', account: 'nobody', receivedAt: at },
      ...{ parkedAt: at, error: 'Error: the catalogue is away\n at somewhere', turn: { term: 1, n: 1 } },
    })
    expect(await troubles()).toMatchObject({
      troubles: [{ id: `intent:${parked}`, what: 'intent', error: 'Error: the catalogue is away' }],
    })
    expect((await desk.post('retry', { id: `intent:${parked}` })).status).toBe(204)
    expect(await couch.db('work').get(`parked:${parked}`)).toMatchObject({ retryRequested: true })
    expect((await desk.post('retry', { id: `intent:${ulid()}` })).json).toMatchObject({ error: 'trouble_over' })
  })
})

test('an admin who clears everybody deletes all accounts but the admins’, at once and without Undo', async () => {
  const { sessions, deletionJobs, sweep } = service.services
  const someone = await somebody()
  await desk.prove()
  const proofs = vi.spyOn(sessions, 'provenAt')
  const asked = await desk.post('deletions', { everybody: true })
  expect(asked).toMatchObject({ status: 201, json: { state: 'waiting', isEverybody: true, by: desk.account.id } })
  expect(asked.json).not.toHaveProperty('undoSeconds')
  // The job names the proof that was checked: a second look might find another one, or none.
  expect(proofs).toHaveBeenCalledOnce()
  const job = await deletionJobs.get(`job:${asked.json.id}`)
  expect(job?.provenAt).toBe(await proofs.mock.results[0]?.value)
  await sweep.sweepNow()
  expect((await desk.get(`deletions/${asked.json.id}`)).json).toMatchObject({ state: 'done', isEverybody: true })
  expect([await statusOf(someone.id), await statusOf(desk.account.id)]).toEqual(['ended', 'active'])
})
