import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { bootstrap } from '../couchdb/bootstrap.ts'
import { startEmbedded } from '../couchdb/embedded/start.ts'
import { startSweeping } from './accounts/sweep-credentials.ts'
import { type AppOptions, buildApp } from './app.ts'
import { seedDemo } from './demo/seed.ts'
import { loadKeys } from './keys.ts'
import { closeServices, openServices, type Services } from './services.ts'
import { SettingError, type Settings } from './settings.ts'

export interface OpenService {
  services: Services
  /** With credentials. */
  couchdbUrl: string
  close(): Promise<void>
}

export interface RunningService extends OpenService {
  app: FastifyInstance
  /** Where it listens, as people type it. */
  url: string
}

interface Options extends AppOptions {
  now?: () => Date
  log?: (line: string) => void
}

const PATIENCE_MS = 3_000

/** The services on a database that is ready for them; nothing works in the background yet. */
export async function openService(settings: Settings, { now, log = () => {} }: Options = {}): Promise<OpenService> {
  const keys = await loadKeys(settings.dataFolder)
  const embedded = settings.couchdbUrl === undefined ? await startDatabase(settings, keys.couchPassword) : undefined
  try {
    const couchdbUrl = settings.couchdbUrl ?? embedded?.url ?? ''
    await bootstrap({ url: couchdbUrl, jwtKey: keys.jwt, log }).catch((error: Error) => {
      throw settings.couchdbUrl === undefined ? error : new SettingError(error.message)
    })
    const services = await openServices({ settings, keys, couchdbUrl, ...(now ? { now } : {}) })
    return {
      services,
      couchdbUrl,
      async close() {
        await closeServices(services)
        await embedded?.close()
      },
    }
  } catch (error) {
    await embedded?.close()
    throw error
  }
}

/** The whole service, listening. Closing finishes what is in flight and ends held polls. */
export async function runService(settings: Settings, options: Options = {}): Promise<RunningService> {
  const { services, couchdbUrl, close } = await openService(settings, options)
  try {
    if (settings.mode === 'demo') await seedDemo(services)
    const app = await buildApp(services, options)
    services.outbox.start()
    await services.decider.start()
    const address = await app.listen({ port: settings.port, host: settings.host })
    if (settings.port === 0) settings.publicUrl = settings.publicUrl.replace(/:0$/, `:${new URL(address).port}`)
    const stopSweeping = startSweeping(services.couch, services.now, (error) =>
      app.log.error(error, 'Expired sessions and codes could not be swept away'),
    )
    return {
      app,
      services,
      couchdbUrl,
      url: settings.publicUrl,
      async close() {
        await Promise.all([stopAnswering(app), stopSweeping(), services.decider.stop(), services.outbox.stop()])
        await close()
      },
    }
  } catch (error) {
    await close()
    if (isCode(error, 'EADDRINUSE'))
      throw new SettingError(`Port ${settings.port} is in use by another program; stop it, or set PORT to a free one.`)
    if (isCode(error, 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'))
      throw new SettingError(
        `Mogra cannot listen on ${settings.host}:${settings.port}; set HOST and PORT to what is free.`,
      )
    throw error
  }
}

/** Finishes what is in flight; what is not done in time (a body that trickles in) is cut off. */
async function stopAnswering(app: FastifyInstance) {
  const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
  await app.close().finally(() => clearTimeout(patience))
}

async function startDatabase({ dataFolder }: Settings, password: string) {
  const folder = join(dataFolder, 'couchdb')
  try {
    const { url, close } = await startEmbedded({ folder, admin: { name: 'mogra', password } })
    return { url: Object.assign(new URL(url), { username: 'mogra', password }).href, close }
  } catch (error) {
    if (!/in use|lock/i.test(String(error))) throw error
    throw new SettingError(
      `The database in ${folder} is in use by a running Mogra; stop that one first, or set MOGRA_DATA.`,
    )
  }
}

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
