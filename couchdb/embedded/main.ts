import { startEmbedded } from './start.ts'

/** Reads MOGRA_COUCH_FOLDER, MOGRA_COUCH_PASSWORD; optional MOGRA_COUCH_USER, MOGRA_COUCH_HOST, MOGRA_COUCH_PORT. */
const { env } = process
const folder = env.MOGRA_COUCH_FOLDER
const password = env.MOGRA_COUCH_PASSWORD
if (!folder || !password) {
  console.error('MOGRA_COUCH_FOLDER and MOGRA_COUCH_PASSWORD must be set.')
  process.exit(1)
}

try {
  const embedded = await startEmbedded({
    folder,
    host: env.MOGRA_COUCH_HOST ?? '127.0.0.1',
    port: Number(env.MOGRA_COUCH_PORT ?? 5984),
    admin: { name: env.MOGRA_COUCH_USER ?? 'admin', password },
  })
  console.log(`Listening on ${embedded.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void embedded.close().then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
