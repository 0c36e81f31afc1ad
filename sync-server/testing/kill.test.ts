import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, type Intent, type Receipt, receiptId, ulidOf } from '#model'
import { startEmbedded } from '../../couchdb/embedded/start.ts'
import { connectCouch } from '../couch/couch.ts'
import { deliveryWorld } from '../deliveries/testing/delivery-world.ts'
import { someOrder } from '../deliveries/testing/some-order.ts'
import { askedIntentOf, asPushed, intentOf, orderOf } from './device.ts'
import { keysIn } from './keys-in.ts'
import { type SignedIn, startTestService } from './test-service.ts'

const ORDERS = 200
const EMAIL = 'customer@mogra.example'

let folder: string
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-kill-'))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/**
 * Starts the service as `npm start` does, without the build; resolves with its address when it says that it is ready.
 */
async function startService(folder: string) {
  const child = spawn(process.execPath, ['sync-server/main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      MOGRA_DATA: folder,
      MOGRA_MODE: 'demo',
      COUCHDB_URL: '',
      SMTP_URL: '',
      PUBLIC_URL: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /https?:\/\/(localhost|127\.0\.0\.1):\d+/.exec(said)
      if (address && said.includes('ready')) resolve(address[0].replace('localhost', '127.0.0.1'))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)))
  })
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      running.delete(child)
    },
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
      running.delete(child)
    },
  }
}

async function signIn(url: string) {
  await fetch(`${url}/api/login-codes`, post({ email: EMAIL }))
  const code = await until(async () => {
    const mails = (await (await fetch(`${url}/dev/mail.json`)).json()) as { to: string; text: string }[]
    // The demo's customer also gets an answer to a message.
    return mails.flatMap(({ to, text }) => (to.includes(EMAIL) ? (text.match(/\b\d{6}\b/) ?? []) : [])).at(0)
  })
  const answer = await fetch(`${url}/api/sessions`, post({ email: EMAIL, code }))
  const { account, mailbox } = (await answer.json()) as { account: { id: string }; mailbox: { name: string } }
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { account: account.id, mailbox: mailbox.name, cookie }
}

const post = (body: unknown, cookie = '') => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', cookie },
  body: JSON.stringify(body),
})

async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 400; tries += 1) {
    const value = await read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never came')
}

const intent = (n: number) => asPushed({ ...intentOf(orderOf()), n })

test('after kill -9 in the middle of 200 orders, each acknowledged one is confirmed once, with one mail', async () => {
  const first = await startService(folder)
  const { account, mailbox, cookie } = await signIn(first.url)

  const acknowledged: string[] = []
  let isKilled = false
  const pushes = Array.from({ length: ORDERS / 10 }, async (_, batch) => {
    // Twenty phones push ten orders each while the service decides; the kill comes when a quarter is acknowledged.
    const docs = Array.from({ length: 10 }, (_, n) => intent(batch * 10 + n))
    for (const doc of docs) {
      try {
        const answer = await fetch(
          `${first.url}/db/${mailbox}/_bulk_docs`,
          post({ docs: [doc], new_edits: false }, cookie),
        )
        if (answer.status === 201 && ((await answer.json()) as unknown[]).length === 0)
          acknowledged.push(doc._id.slice(7))
      } catch {
        return
      }
      if (acknowledged.length >= ORDERS / 4 && !isKilled) {
        isKilled = true
        await first.kill()
      }
    }
  })
  await Promise.all(pushes)
  expect(isKilled).toBe(true)
  expect(acknowledged.length).toBeGreaterThanOrEqual(ORDERS / 4)

  const second = await startService(folder)
  await until(async () => {
    const answer = await fetch(`${second.url}/db/${mailbox}/_changes?since=0`, { headers: { cookie } })
    const { results } = (await answer.json()) as { results: { id: string }[] }
    const ids = new Set(results.map((row) => row.id))
    return acknowledged.every((id) => ids.has(`receipt:${id}`) && ids.has(`order:${id}`)) || undefined
  })
  await second.stop()

  const keys = await keysIn(folder)
  const admin = { name: 'mogra', password: keys.couchPassword }
  const embedded = await startEmbedded({ folder: join(folder, 'couchdb'), admin })
  const couch = connectCouch(embedded.url.replace('//', `//${admin.name}:${admin.password}@`))
  try {
    const intents = await couch.db(mailbox).ids('intent:', 'intent:\uffff')
    const mails = await couch.db('outbox').ids('mail:order-confirmation:', 'mail:order-confirmation:\uffff')
    const stored = intents.map((id) => id.slice(7)).sort()
    // The demo has older orders, of this account too.
    const all = await couch.db('orders').range<{ _id: string; account: string }>(`order:${stored[0]}`, 'order:\uffff')
    const orders = all.filter((order) => order.account === account).map(({ _id }) => _id)
    for (const id of acknowledged) expect(stored).toContain(id)
    // An intent whose acknowledgement was lost in the kill may have been decided too, but also only once.
    expect(orders.map((id) => id.slice(6)).sort()).toEqual(stored)
    expect(mails.map((id) => id.slice('mail:order-confirmation:'.length)).sort()).toEqual(stored)
  } finally {
    await couch.close()
    await embedded.close()
  }
}, 300_000)

const PARTNERS = 20

test('after kill -9 in the middle of awards and steps, each delivery has one partner and one earning, and the feed lists what is open', async () => {
  const ownFolder = join(folder, 'deliveries')
  const before = await startTestService({ folder: ownFolder, logLevel: 'silent' })
  const world = deliveryWorld(() => before)
  const partners: SignedIn[] = []
  for (let n = 0; n < PARTNERS; n += 1) partners.push(await world.person('PARTNER'))
  const orders: string[] = []
  // The last ones are wanted by nobody.
  for (let n = 0; n < 2 * PARTNERS + 5; n += 1)
    orders.push(await someOrder(before.services, { account: 'nobody', state: 'open', untold: 'opened' }))
  await before.services.sweep.sweepNow()
  await before.close()

  const killed = await startService(ownFolder)
  const acknowledged: { partner: SignedIn; intent: Intent }[] = []
  let isKilled = false
  // Each partner delivers two orders, and wants one of the next partner's.
  await Promise.all(
    partners.map(async (partner, n) => {
      const wanted = [2 * n, 2 * n + 1, (2 * n + 2) % (2 * PARTNERS)].map((nth) => orders[nth] ?? '')
      const at = new Date().toISOString()
      for (const order of wanted)
        for (const intent of [
          askedIntentOf('accept-delivery', { order }),
          askedIntentOf('advance-delivery', { order, version: 1, step: 'delivered', at, handedTo: 'door' }),
        ]) {
          const body = { docs: [asPushed(intent)], new_edits: false }
          const url = `${killed.url}/db/${partner.mailbox.name}/_bulk_docs`
          try {
            const answer = await fetch(url, post(body, partner.cookie))
            if (answer.status === 201 && ((await answer.json()) as unknown[]).length === 0)
              acknowledged.push({ partner, intent })
          } catch {
            return
          }
          if (acknowledged.length < PARTNERS * 1.5 || isKilled) continue
          isKilled = true
          await killed.kill()
        }
    }),
  )
  expect(isKilled).toBe(true)

  const after = await startTestService({ folder: ownFolder, logLevel: 'silent' })
  try {
    const { decider, sweep, mailboxes, orderRecords, earnings, couch } = after.services
    await decider.idle()
    await sweep.settled()
    await sweep.sweepNow()
    for (const { partner, intent } of acknowledged)
      expect(await mailboxes.get<Receipt>(partner.mailbox.name, receiptId(ulidOf(intent._id)))).toBeDefined()

    const delivered: string[] = []
    const open: string[] = []
    for (const ulid of orders) {
      const { delivery, entries } = (await orderRecords.store.read(`order:${ulid}`)) ?? {}
      const asked = entries?.flatMap(({ intent }) => intent ?? []) ?? []
      expect([ulid, delivery?.rounds.length, new Set(asked).size]).toEqual([
        ulid,
        delivery?.state === 'open' ? 0 : 1,
        asked.length,
      ])
      if (delivery?.state === 'open') open.push(`delivery:${ulid}`)
      if (delivery?.state === 'delivered') delivered.push(`${delivery.rounds[0]?.partner} order:${ulid}`)
    }
    const earned = (await Promise.all(partners.map(({ account }) => earnings.of(account.id)))).flat()
    expect(delivered.length).toBeGreaterThan(0)
    expect(earned.map(({ partner, order }) => `${partner} ${order}`).toSorted()).toEqual(delivered.toSorted())
    const feed = couch.db(`feed-deliveries-jaipur-${dayOf(new Date()).replaceAll('-', '')}`)
    const rows = await feed.range<object & { _id: string }>('delivery:', 'delivery:\uffff')
    expect(rows.filter((row) => !('closedAt' in row)).map(({ _id }) => _id)).toEqual(open)
  } finally {
    await after.close()
  }
}, 300_000)
