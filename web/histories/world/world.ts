import { seededRandom } from '../../../sync-server/demo/generated/seeded-random.ts'
import { type FaultProxy, startFaultProxy } from '../../../sync-server/testing/network/fault-proxy.ts'
import { type DatabaseProcess, startDatabaseProcess } from './database-process.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

/** All processes of a history except the browsers. */
export interface World {
  service: ServiceProcess
  /** The proxy between browsers and service. */
  proxy: FaultProxy
  /** Present if the database is a separate process behind a network. */
  database: { process: DatabaseProcess; proxy: FaultProxy } | undefined
  close(): Promise<void>
}

export async function openWorld(seed: number, isDatabaseApart: boolean): Promise<World> {
  const database = isDatabaseApart ? await openDatabase(seed) : undefined
  const service = await startServiceProcess(database?.settings)
  const proxy = await startFaultProxy({ target: service.url, random: seededRandom(seed) })
  return {
    service,
    proxy,
    database,
    async close() {
      await proxy.close()
      await service.close()
      await database?.proxy.close()
      await database?.process.close()
    },
  }
}

async function openDatabase(seed: number) {
  const process = await startDatabaseProcess()
  const proxy = await startFaultProxy({ target: process.url, random: seededRandom(seed + 1) })
  const withAdmin = (url: string) => Object.assign(new URL(url), process.admin).href
  return { process, proxy, settings: { COUCHDB_URL: withAdmin(proxy.url), HISTORY_DATABASE: withAdmin(process.url) } }
}
