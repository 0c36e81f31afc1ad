import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { connect } from '../client/couch-client.ts'
import { startEmbedded } from '../embedded/start.ts'

/** Runs the contract against COUCHDB_URL, or a new embedded server; accepts vitest's --reporter and --outputFile. */
const { values, positionals } = parseArgs({
  options: { reporter: { type: 'string', multiple: true }, outputFile: { type: 'string' } },
  allowPositionals: true,
})

const target = process.env.COUCHDB_URL
  ? { url: process.env.COUCHDB_URL, stop: async () => undefined }
  : await ownServer()
try {
  const couch = connect(target.url)
  const { version, vendor } = await couch.get('/')
  console.log(`Contract of CouchDB on ${couch.origin}: ${Object(vendor).name ?? 'unknown'} ${version}`)
  process.env.MOGRA_CONTRACT_URL = target.url
  const vitest = await startVitest(
    'test',
    positionals,
    {
      config: false,
      watch: false,
      root: import.meta.dirname,
      include: ['**/*.contract.ts'],
      testTimeout: 30_000,
      hookTimeout: 60_000,
      maxWorkers: 2,
      ...(values.reporter ? { reporters: values.reporter } : {}),
      ...(values.outputFile ? { outputFile: resolve(values.outputFile) } : {}),
    },
    // A separate cache folder leaves the project's own Vite cache untouched.
    { cacheDir: join(tmpdir(), 'mogra-contract-cache') },
  )
  await vitest.close()
} finally {
  await target.stop()
}

async function ownServer() {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-contract-'))
  const password = randomBytes(12).toString('hex')
  const embedded = await startEmbedded({ folder, admin: { name: 'admin', password } })
  return {
    url: embedded.url.replace('//', `//admin:${password}@`),
    stop: async () => {
      await embedded.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
