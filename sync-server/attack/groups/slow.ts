import type { Attack, Group, Scene } from '../attack.ts'
import { exchange, send } from '../raw-request.ts'

const CONNECTIONS = 50
const TRICKLE_MS = 1_000
/** 20 s, the interval of looking after them, and room for a busy machine. */
const CUT_WITHIN_MS = 32_000
const OTHERS_WITHIN_MS = 3_000

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`

/** What each connection begins with before it trickles on, a byte a second; who begins with nothing stays silent. */
const BEGINNINGS: Record<string, string> = {
  'no word': '',
  'half a request line': 'GET /heal',
  'half a head': 'GET /health HTTP/1.1\r\nhost: x\r\nx-a: ',
  'a slow body of /api/login-codes': `${head('/api/login-codes')}{`,
  'a slow body of /api/sessions': `${head('/api/sessions')}{`,
  'a slow body by nobody': `${head(`/db/mailbox-${'0'.repeat(32)}/_bulk_docs`)}{`,
}

/** Connections that are held by saying little: they are cut in time, and others are served meanwhile. */
export const slow = (scene: Scene): Group => ({
  name: 'slow',
  atOnce: 100,
  prepare: async () => [
    ...Object.entries(BEGINNINGS).map(
      ([name, beginning]): Attack => ({
        name: `${CONNECTIONS} connections with ${name}`,
        async run() {
          const all = await Promise.all(Array.from({ length: CONNECTIONS }, () => trickle(scene, beginning)))
          const held = all.filter((one) => one === 'silent').length
          return held > 0 ? `${held} were still held after ${CUT_WITHIN_MS} ms` : undefined
        },
      }),
    ),
    { name: 'everybody else meanwhile', run: () => meanwhile(scene) },
  ],
})

const trickle = ({ url }: Scene, beginning: string) =>
  exchange(url, Buffer.from(beginning), {
    ms: CUT_WITHIN_MS,
    goOn: async (write) => {
      const timer = setInterval(() => beginning && write(Buffer.from(' ')), TRICKLE_MS)
      return () => clearInterval(timer)
    },
  })

async function meanwhile({ url, cast }: Scene): Promise<string | undefined> {
  const until = Date.now() + CUT_WITHIN_MS / 2
  const { cookie = '', mailbox } = cast.as.customer
  for (let i = 0; Date.now() < until; i += 1) {
    const target = i % 2 === 0 ? '/health' : `/db/${mailbox}/_changes`
    const outcome = await send(url, { method: 'GET', target, headers: [['cookie', cookie]] }, { ms: OTHERS_WITHIN_MS })
    if (typeof outcome !== 'object' || outcome.status !== 200)
      return `${target} was not served: ${JSON.stringify(outcome).slice(0, 200)}`
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return undefined
}
