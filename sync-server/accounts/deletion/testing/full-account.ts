import { ulid } from 'ulid'
import { expect } from 'vitest'
import { lastDeliveryDay, supportConversation } from '#model'
import { databases } from '../../../../design-docs/databases.ts'
import { interestMailId } from '../../../bulk/bulk-mails.ts'
import { aRequest } from '../../../bulk/testing/some-request.ts'
import { referenceNumber } from '../../../decider/reference-number.ts'
import type { OrderRecord } from '../../../orders/order-record.ts'
import { asPushed, intentOf, orderOf, post } from '../../../testing/device.ts'
import type { SignedIn, TestService } from '../../../testing/test-service.ts'

let people = 0

/** People with data in every database, and checks for what is left of them. */
export function fullAccounts(running: () => TestService) {
  type Somebody = Awaited<ReturnType<typeof somebody>>

  /**
   * A person with an order with a message, a used promo code, dead mails, tickets, a conversation with Mogra, bulk
   * requests, interest in somebody else's, uploads, an application with a document and a bank account, an adopted
   * visitor and two devices.
   */
  async function somebody() {
    people += 1
    const { services, signIn } = running()
    const [email, name] = [`gone${people}@example.com`, `Asha Rao ${people}.`]
    const account = await services.accounts.create({ email, name, role: 'CUSTOMER', verified: true })
    if (account === 'email_taken') throw new Error(account)
    const phone = await signIn(email)
    const laptop = `sid=${await services.sessions.start(account, { provenBy: 'code', userAgent: 'Laptop' })}`
    const orderId = await order(phone)
    const dead = (kind: string, of: string, more: object) => ({
      ...{ _id: `mail:${kind}:${of}`, type: 'mail', kind, status: 'dead' },
      ...more,
    })
    const from = { to: 'support@mogra.example', data: { customerEmail: email } }
    await services.couch
      .db('outbox')
      .putAll([
        dead('welcome', account.id, { to: { account: account.id }, data: { name } }),
        dead('support', account.id, { to: email }),
        dead('support', `from ${account.id}`, from),
      ])
    const visitor = await services.accounts.createVisitor('en')
    for (const { id } of [account, visitor])
      await services.uploads.begin(id, { application: ulid(), size: 9_000, account: id })
    await services.accessLog.note('visitor-made', visitor.id, { ip: '198.51.100.1', headers: {} })
    await services.accounts.adopt(visitor.id, account.id)
    await services.couch.destroyDatabase(visitor.mailbox.name)
    const parked = [account, visitor].map(({ id }) => ({ type: 'parked', account: id, error: 'Error: …' }))
    await services.couch.db('work').putAll(parked.map((one) => ({ _id: `parked:${ulid()}`, ...one })))
    const claim = { _id: `promo-claim:${account.id}:promo:x`, type: 'promo-claim', order: orderId }
    await services.couch.db('promo-claims').create(claim)
    for (const { id } of [account, visitor]) {
      const report = ulid()
      const mail = { to: 'support@mogra.example', data: { customerName: name, customerPhone: '+919829011420' } }
      await services.couch.db('outbox').create(dead('support', report, mail))
      await services.tickets.report(
        { ulid: report, at: services.now().toISOString(), isIntent: true },
        { id, role: 'CUSTOMER', language: 'en' },
        {
          ...{ number: referenceNumber('SUP', services.now()), name, subject: 'late', message: `Call ${name}` },
          ...{ order: orderId, orderNumber: 'FLR1763700000000ABC', problem: 'late' },
        },
      )
    }
    for (const { id } of [account, visitor]) await askSuppliers(id, { email, name })
    await agreeAsSupplier(account.id, name)
    const key = supportConversation(account.id)
    await services.conversations.send(key, asked(), { id: account.id, role: 'CUSTOMER' }, `Call ${name}`)
    await services.conversations.noteSeen({ id: account.id, role: 'CUSTOMER' }, { [key]: 1 })
    await apply(account, `farm of ${email}`)
    await services.sweep.sweepNow()
    return { email, account, visitor, phone, laptop, orderId }
  }

  const asked = () => ({ at: running().services.now().toISOString(), intent: ulid() })

  async function askSuppliers(id: string, { email, name }: { email: string; name: string }) {
    const { bulkRequests, now } = running().services
    const words = { buyerName: name, email, deliveryAddress: `hall of ${email}`, additionalNotes: `Ask ${name}` }
    await bulkRequests.post(asked(), { id }, { ...aRequest(now(), words), isUnserved: true })
  }

  /** Shows interest in what somebody else asks for, who agrees; the mail about it is dead. */
  async function agreeAsSupplier(id: string, name: string) {
    const { bulkRequests, couch, now } = running().services
    const { doc } = await bulkRequests.post(asked(), { id: 'somebody' }, { ...aRequest(now()), isUnserved: false })
    if (!doc) throw new Error('it was not written')
    const supplier = { id, citiesServed: ['jaipur'], autoResponse: `Call ${name}` }
    await bulkRequests.showInterest(doc._id, asked(), supplier)
    await bulkRequests.end(doc._id, asked(), id)
    const mail = { _id: interestMailId(doc._id, id), type: 'mail', kind: 'supplier-interest', status: 'dead' }
    await couch.db('outbox').create({ ...mail, to: { account: 'somebody' }, data: { supplierName: name } })
  }

  async function apply({ id, email }: { id: string; email: string }, words: string) {
    const { applications, kyc, now } = running().services
    const application = ulid()
    const form = { businessName: words, contactPerson: words, address: words, citiesServed: ['jaipur'] }
    await applications.submit({
      ...{ ulid: application, at: now().toISOString(), account: id, email, phone: words, language: 'en' },
      form: { ...form, type: 'wholesale_supplier', gstNumber: words, panNumber: words },
      ...{ uploads: {}, fingerprint: application },
    })
    await kyc.put(application, 'panCard', { account: id, type: 'application/pdf', bytes: Buffer.from('%PDF-') })
    await kyc.setBank(id, { number: `account of ${email}` })
  }

  async function order({ cookie, account: { email }, mailbox }: SignedIn) {
    const { url, services } = running()
    const lines = [{ flower: 'red-roses', quantity: 1, consumes: {}, message: `Forgive me, ${email}` }]
    const address = { ...orderOf().address, phone: `telephone of ${email}`, address: `house of ${email}` }
    const deliveryOn = lastDeliveryDay(services.now())
    const intent = intentOf(orderOf(lines, { deliveryOn, address }))
    const body = { docs: [asPushed(intent)], new_edits: false }
    expect((await post(`${url}/db/${mailbox.name}/_bulk_docs`, body, { cookie })).status).toBe(201)
    await services.decider.idle()
    await services.outbox.wake()
    return intent._id.replace('intent', 'order')
  }

  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { cookie }: Pick<SignedIn, 'cookie'>,
    payload?: object,
  ) => running().app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })

  /** Requests a code for deleting the account and returns it. */
  async function codeFor({ email, phone }: Somebody) {
    const { mails, mailTo } = running()
    const known = mails()
    expect((await call('POST', '/api/accounts/current/deletion-codes', phone)).statusCode).toBe(202)
    return (await mailTo(email, (mail) => !known.includes(mail))).text.match(/\b\d{6}\b/)?.[0] ?? ''
  }

  /** Returns what any database still holds of the person. */
  async function traces({ email, account, visitor }: Somebody) {
    const { couch } = running().services
    const all = (await Promise.all(databases.map(({ name }) => couch.db(name).range('', '￿')))).flat()
    const personal = all.filter((doc) => [email, account.name].some((word) => JSON.stringify(doc).includes(word)))
    const ids = [account.id, visitor.id]
    const own = all.filter((doc) => ids.some((id) => JSON.stringify(doc).includes(id)) && Object(doc).status !== 'sent')
    const mailbox = await couch
      .db(account.mailbox.name)
      .size()
      .then(() => 'there')
      .catch(() => 'gone')
    return { personal: personal.map(({ _id }) => _id), own: own.map(({ _id }) => _id), mailbox }
  }

  async function expectGone(who: Somebody) {
    for (const cookie of [who.phone.cookie, who.laptop]) {
      const answer = await call('GET', '/api/sessions/current', { cookie })
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'account_deleted'])
    }
    const { personal, own, mailbox } = await traces(who)
    expect([personal, mailbox]).toEqual([[], 'gone'])
    const { couch } = running().services
    expect(await couch.db('accounts').get(`account:${who.visitor.id}`)).toMatchObject({ status: 'ended' })
    // These may remain: the ended accounts, sessions that tell the devices, the audit without personal text, and sent
    // mails.
    expect(own.filter((id) => !/^(account:|session:|audit:)/.test(id))).toEqual([])
    const order = await couch.db('orders').get<OrderRecord>(who.orderId)
    expect(order).toMatchObject({ totalRupees: 994, account: 'deleted', address: { city: 'jaipur', name: '' } })
  }

  return { somebody, call, codeFor, traces, expectGone }
}
