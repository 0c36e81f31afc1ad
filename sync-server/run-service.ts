import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { bootstrap, checkServer } from '../couchdb/bootstrap.ts'
import { connect } from '../couchdb/client/couch-client.ts'
import { startEmbedded } from '../couchdb/embedded/start.ts'
import { sweepCredentials } from './accounts/deletion/sweep-credentials.ts'
import { type AppOptions, buildApp } from './app.ts'
import { publishServedCities } from './bulk/serving-suppliers.ts'
import { runEvery } from './concurrency/run-every.ts'
import { type Couch, connectCouch } from './couch/couch.ts'
import { openOutageLog } from './couch/outage-log.ts'
import { claimKeys, type KeyNeeds } from './database-keys.ts'
import { claimMode, refuseOtherMode } from './database-mode.ts'
import { migrateOrders } from './deliveries/migrate-orders.ts'
import { keepDemoAlive, makeUpPeople, seedDemo } from './demo/seed.ts'
import { sweepOutbox } from './email/sweep-outbox.ts'
import { followCluster } from './mailboxes/cluster-feed.ts'
import { publishFigures } from './people/public-figures.ts'
import { closeServices, openServices, type Services } from './services.ts'
import { type Keys, openKeyFolder } from './settings/keys.ts'
import { publishCompany } from './settings/publish-company.ts'
import { SettingError, type Settings } from './settings/settings.ts'

export interface OpenService {
  services: Services
  /** CouchDB's URL with credentials. */
  couchdbUrl: string
  /** Throws if the database no longer has the keys that the services were opened with. */
  checkKeys(): Promise<unknown>
  close(): Promise<void>
}

export interface RunningService extends Omit<OpenService, 'checkKeys'> {
  app: FastifyInstance
  /** The address that it listens on, as people type it. */
  url: string
}

interface Options extends AppOptions {
  now?: () => Date
  log?: (line: string) => void
  /** Receives what an operator should read at the start; default: `log`. */
  warn?: (line: string) => void
  /** How long to wait for a CouchDB that is down; by default not at all. */
  couchPatienceMs?: number
  /** Called before and after every step of a decision or move that writes. */
  onStep?: (point: string) => void
  /** Whether a demo gets made-up people, messages and deliveries, too; tests count their own. */
  isPeopled?: boolean
  /** Determines the keys before anything is changed; by default those that the database was made with. */
  settleKeys?: (needs: KeyNeeds) => Promise<Keys>
}

const PATIENCE_MS = 3_000
const SWEEP_MS = 6 * 3_600_000
const RESUME_MS = 30_000
/** People look at the screen meanwhile. */
const DEMO_MS = 3_000
/** How often is asked whether a day has passed since the last pass. */
const RETENTION_MS = 10 * 60_000

/** Opens the services on a prepared database, without background work. */
export async function openService(
  settings: Settings,
  {
    now = () => new Date(),
    onStep,
    settleKeys = claimKeys,
    log = () => {},
    warn = log,
    couchPatienceMs = 0,
  }: Options = {},
): Promise<OpenService> {
  const folder = await openKeyFolder(settings.dataFolder)
  const password = (await folder.read())?.couchPassword ?? randomBytes(24).toString('hex')
  const embedded = settings.couchdbUrl === undefined ? await startDatabase(folder.path, password) : undefined
  const couchdbUrl = settings.couchdbUrl ?? embedded?.url ?? ''
  const asSetting = (error: Error) => {
    throw settings.couchdbUrl === undefined ? error : new SettingError(error.message)
  }
  const checkCouch = async () => checkServer(connect(couchdbUrl), { patienceMs: couchPatienceMs, log: warn })
  let couch: Couch | undefined
  try {
    await checkCouch().catch(asSetting)
    const outages = openOutageLog({ origin: new URL(couchdbUrl).origin, now })
    couch = connectCouch(couchdbUrl, outages)
    // The bootstrap comes last, so that a service of the other mode or with other keys changes nothing.
    await refuseOtherMode(couch, settings)
    const needs = { folder, couch, now }
    const keys = await settleKeys(needs)
    await bootstrap({ url: couchdbUrl, jwtKey: keys.jwt, log, warn }).catch(asSetting)
    await claimMode(couch, settings.mode)
    const services = await openServices({ settings, keys, couch, outages, now, ...(onStep ? { onStep } : {}) })
    return {
      services,
      couchdbUrl,
      checkKeys: () => settleKeys(needs),
      async close() {
        await closeServices(services)
        await embedded?.close()
      },
    }
  } catch (error) {
    await couch?.close()
    await embedded?.close()
    throw error
  }
}

/** Runs the whole service. Closing it finishes requests in progress and ends held polls. */
export async function runService(settings: Settings, options: Options = {}): Promise<RunningService> {
  const { services, couchdbUrl, checkKeys, close } = await openService(settings, options)
  try {
    if (settings.mode === 'demo') await seedDemo(services)
    if (settings.mode === 'demo' && options.isPeopled) await makeUpPeople(services)
    await publishCompany({ couch: services.couch, company: settings.company })
    await publishFigures(services)
    await publishServedCities(services)
    const app = await buildApp(services, options)
    await services.tickets.migrate()
    services.sessionRequests.start()
    // With the embedded database, there can be no other instance.
    const others =
      settings.couchdbUrl === undefined
        ? undefined
        : followCluster(services.couch, services.notifier, services.sweep.heard)
    services.outbox.start()
    await services.decider.start()
    // Check the keys again: keys:replace notices a service by its lease, and may have run before we asked for it.
    await checkKeys()
    const address = await app.listen({ port: settings.port, host: settings.host })
    if (settings.port === 0) settings.publicUrl = settings.publicUrl.replace(/:0$/, `:${new URL(address).port}`)
    const run = ({ what, work, everyMs }: BackgroundTask) =>
      runEvery(work, everyMs, (error) => {
        if (!services.outages.tells(error)) app.log.error(error, `${what}: tried again later`)
      })
    const stopTasks = backgroundTasks(services).map(run)
    const demo = settings.mode === 'demo' && options.isPeopled ? demoTasks(services) : []
    const stopHolderTasks = [...holderTasks(services), ...demo].map(run)
    const stopMoving = services.rotation.start(() => services.decider.holdsLease)
    const stopSweeping = services.sweep.start()
    const stopPlaying = services.deliverySimulation.start(() => services.decider.holdsLease)
    return {
      app,
      services,
      couchdbUrl,
      url: settings.publicUrl,
      async close() {
        const { decider, outbox } = services
        const stops = [stopMoving, stopPlaying, stopSweeping, ...stopHolderTasks]
        const underLease = Promise.all(stops.map((stop) => stop()))
        await Promise.all([
          stopAnswering(app),
          ...stopTasks.map((stop) => stop()),
          underLease,
          decider.stop(underLease),
          outbox.stop(),
          others?.close(),
        ])
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

interface BackgroundTask {
  what: string
  work: () => Promise<void>
  everyMs: number
}

/** The tasks of every instance. They are independent: a failing one does not stop the others. */
const backgroundTasks = (services: Services): BackgroundTask[] => [
  { what: 'Sweeping credentials', work: () => sweepCredentials(services), everyMs: SWEEP_MS },
  { what: 'Sweeping the audit', work: () => services.accessLog.sweep(), everyMs: SWEEP_MS },
  { what: 'Sweeping the outbox', work: () => sweepOutbox(services), everyMs: SWEEP_MS },
  // During an update, another instance may still write tickets in the old form.
  { what: 'Migrating tickets', work: () => services.tickets.migrate(), everyMs: SWEEP_MS },
]

/**
 * The tasks of the lease's holder: they continue what a request of any instance began, and two instances would only get
 * in each other's way.
 */
export function holderTasks(services: Services): BackgroundTask[] {
  const { decider, visitorExpiry, accountDeletion, visitorMerge, retention, uploads } = services
  const { applicationDigests, bulkDigests } = services
  return [
    {
      what: 'Forgetting visitors',
      work: () => decider.underLease(() => visitorExpiry.settle()),
      everyMs: SWEEP_MS,
    },
    {
      what: 'Finishing deletions',
      work: () => decider.underLease(() => accountDeletion.resume()),
      everyMs: RESUME_MS,
    },
    {
      what: 'Finishing adoptions',
      work: () => decider.underLease(() => visitorMerge.resume()),
      everyMs: RESUME_MS,
    },
    {
      what: 'Giving old orders a delivery',
      work: () => decider.underLease(({ step }) => migrateOrders(services, step)),
      everyMs: RESUME_MS,
    },
    { what: 'Looking after the feeds', work: () => services.workOnFeeds(), everyMs: RESUME_MS },
    { what: 'Removing unused uploads', work: () => decider.underLease(() => uploads.sweep()), everyMs: SWEEP_MS },
    {
      what: 'Removing old digests',
      work: () =>
        decider.underLease(async () => {
          await applicationDigests.sweep()
          await bulkDigests.sweep()
        }),
      everyMs: SWEEP_MS,
    },
    {
      what: 'Publishing the cities that suppliers serve',
      work: () => decider.underLease(({ step }) => step('publish cities', () => publishServedCities(services))),
      everyMs: RESUME_MS,
    },
    {
      what: 'Counting public figures',
      work: () => decider.underLease(({ step }) => step('publish figures', () => publishFigures(services))),
      everyMs: SWEEP_MS,
    },
    { what: 'Removing old intents', work: () => retention.work(), everyMs: RETENTION_MS },
  ]
}

const demoTasks = (services: Services): BackgroundTask[] => [
  {
    what: 'Looking after the demo',
    work: () => services.decider.underLease(({ step }) => step('look after the demo', () => keepDemoAlive(services))),
    everyMs: DEMO_MS,
  },
]

/** Finishes requests in progress; those that are not finished in time (a slow body) are cut off. */
async function stopAnswering(app: FastifyInstance) {
  const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
  await app.close().finally(() => clearTimeout(patience))
}

async function startDatabase(dataFolder: string, password: string) {
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
