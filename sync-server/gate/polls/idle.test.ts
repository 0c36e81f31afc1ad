import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startEmbedded } from '../../../couchdb/embedded/start.ts'
import { countRequests } from '../../bench/count-requests.ts'
import { holdPolls } from '../../bench/hold-polls.ts'
import { startTestService } from '../../testing/test-service.ts'

const POLLS = 200
/** Longer than every repeated check except the instance's own. */
const AT_REST_MS = 6_000
const ITS_OWN =
  /^(GET|PUT|POST) \/(work\/(lease%3Adecider|_all_docs)|(outbox|jobs|tickets|applications|orders|partners|bulk-requests|conversations)\/_find|work\/desk-settings|_db_updates)$/

test('200 held polls without news send no request to the database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-idle-'))
  const admin = { name: 'mogra', password: 'idle' }
  const couchdb = await startEmbedded({ folder: join(folder, 'couchdb'), admin })
  const couch = await countRequests(couchdb.url.replace('//', `//${admin.name}:${admin.password}@`))
  const service = await startTestService({ folder, logLevel: 'silent', env: { COUCHDB_URL: couch.url } })
  try {
    const [one, other] = [await service.signIn('customer@mogra.example'), await service.signIn('partner@mogra.example')]
    const pollers = Array.from({ length: POLLS }, (_, n) => {
      const { mailbox, cookie } = n % 2 === 0 ? one : other
      return { mailbox: mailbox.name, cookie }
    })
    const letGo = await holdPolls(service.url, pollers)
    // `_db_updates` reports the writes of the sign-in, and they are asked for again for another second.
    await pause(2_000)
    couch.counted()
    await pause(AT_REST_MS)
    const asked = Object.keys(couch.counted()).filter((request) => !ITS_OWN.test(request))
    expect(asked).toEqual([])
    expect(service.services.notifier.watching()).toBe(POLLS)
    letGo()
    await expect.poll(() => service.services.notifier.watching()).toBe(0)
  } finally {
    await service.close()
    await couch.close()
    await couchdb.close()
    await rm(folder, { recursive: true })
  }
})
