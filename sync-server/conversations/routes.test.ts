import { afterAll, beforeAll, expect, test } from 'vitest'
import { supportConversation } from '#model'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { conversationWorld } from './testing/conversation-world.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

const { person, supplier, visitor, two, asking, send, conversationOf } = conversationWorld(() => service)

type Caller = Pick<SignedIn, 'cookie'> | undefined

async function call(method: 'GET' | 'POST', url: string, who: Caller, payload?: object) {
  const headers = who ? { cookie: who.cookie } : {}
  const answer = await service.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : (answer.json() as object) }
}
const mark = (who: Caller, marks: object) => call('POST', '/api/conversations/seen', who, marks)
const read = (who: Caller, key: string, query = '') => call('GET', `/api/conversations/${key}/messages${query}`, who)

test('a device reports how far its person has read, and the other one sees it', async () => {
  const { buyer, meera, key } = await two()
  await send(buyer, key, 'Roses?')
  const others = supportConversation(buyer.account.id)
  expect(await mark(meera, { [key]: 1, [others]: 7 })).toEqual({ status: 204, body: undefined })
  expect(await conversationOf(buyer, key)).toMatchObject({ theirsSeen: 1 })
  expect(await mark(meera, {})).toMatchObject({ status: 204 })
})

test('marks are refused without an account, and if they are malformed or too many', async () => {
  const { meera, key } = await two()
  expect(await mark(undefined, { [key]: 1 })).toMatchObject({ status: 401, body: { error: 'signed_out' } })
  expect(await mark(await visitor(), { [key]: 1 })).toMatchObject({ status: 403, body: { error: 'not_allowed' } })
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [supportConversation(`a${n}`), 1]))
  for (const marks of [{ [key]: 0 }, { [key]: -1 }, { [key]: 1.5 }, { [key]: '1' }, { nothing: 1 }, [1], many])
    expect(await mark(meera, marks)).toMatchObject({ status: 422, body: { error: 'invalid' } })
})

test('the two read older messages, page by page', async () => {
  const { buyer, meera, key } = await two()
  for (const text of ['Roses?', 'Or lilies?']) await send(buyer, key, text)
  const at = expect.any(String)
  expect(await read(meera, key)).toEqual({
    status: 200,
    body: {
      messages: [
        { seq: 1, mine: false, text: 'Roses?', at },
        { seq: 2, mine: false, text: 'Or lilies?', at },
      ],
      isFirst: true,
    },
  })
  expect(await read(buyer, key, '?before=2')).toMatchObject({ body: { messages: [{ seq: 1, mine: true }] } })
  expect(await read(buyer, key, '?before=1')).toMatchObject({ body: { messages: [], isFirst: true } })
})

test('to anybody else a conversation looks like one that does not exist', async () => {
  const { buyer, key } = await two()
  await send(buyer, key, 'Roses?')
  const strangers = [await person('CUSTOMER'), await person('PARTNER'), await supplier(), await person('ADMIN')]
  const none = await read(buyer, supportConversation('nobody'))
  expect(none).toMatchObject({ status: 404, body: { error: 'not_found' } })
  for (const who of [...strangers, await visitor()]) expect(await read(who, key)).toEqual(none)
  expect(await read(undefined, key)).toMatchObject({ status: 401 })
  expect(await read(buyer, '..%2Fadmin')).toMatchObject({ status: 404 })
})

test('admins read the conversations with Mogra', async () => {
  const { asha, key } = await asking('Do you deliver in Kota?')
  expect(await read(await person('ADMIN'), key)).toMatchObject({ body: { messages: [{ mine: false, seq: 1 }] } })
  expect(await read(asha, key)).toMatchObject({ body: { messages: [{ mine: true, seq: 1 }] } })
  expect(await read(await person('PARTNER'), key)).toMatchObject({ status: 404 })
})

test('a request for the page before something that is not a message number is refused', async () => {
  const { buyer, key } = await two()
  for (const query of ['?before=', '?before=x', '?before=0', '?before=-1', '?before=99999999', '?after=1'])
    expect(await read(buyer, key, query), query).toMatchObject({ status: 422 })
})
