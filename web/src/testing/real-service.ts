import type { BulkRow, ClosedRow, DeliveryRow, Role, TicketRow } from '#model'

interface Mail {
  to: string
  text: string
}

interface DeskSettings {
  version: number
  emailNotifications: boolean
  autoApproval: boolean
  maintenance: boolean
}

/** The parts of sync-server's TestService that the device's tests need. */
export interface RealService {
  url: string
  mails(): Mail[]
  fillMailbox(mailbox: string, docs: object[]): Promise<void>
  services: {
    accounts: {
      findByEmail(email: string): Promise<object | undefined>
      create(input: {
        email: string
        name: string
        role: Role
        verified: boolean
        city?: string
      }): Promise<{ id: string; mailbox: { name: string } } | 'email_taken'>
      change(id: string, change: { role?: Role; citiesServed?: string[] }): Promise<unknown>
      emailOf(id: string): Promise<string | undefined>
    }
    sessions: {
      end(cookieValue: string): Promise<void>
      look(cookieValue: string): Promise<object | string>
      revokeAll(account: string): Promise<void>
    }
    couch: {
      db(name: string): {
        ids(from: string, to: string): Promise<string[]>
        putAll(docs: { _id: string }[]): Promise<unknown>
        update<T extends object>(id: string, change: (doc: (T & { _id: string }) | undefined) => T): Promise<void>
      }
    }
    decider: { start(): Promise<void>; stop(): Promise<void> }
    feeds: {
      adminRows: {
        put(row: TicketRow): Promise<void>
        close(row: { id: string } & Pick<ClosedRow, 'type' | 'version'>): Promise<void>
      }
      bulkRows: {
        put(row: BulkRow): Promise<void>
        close(row: { id: string; city: string } & Pick<ClosedRow, 'type' | 'version'>): Promise<void>
      }
      deliveryRows: { put(row: DeliveryRow, day: string): Promise<void> }
    }
    uploads: { nameOf(secret: string): string; look(name: string): Promise<{ size: number } | undefined> }
    deskSettings: {
      get(): Promise<DeskSettings>
      change(settings: DeskSettings, by: string): Promise<DeskSettings | undefined>
    }
    demoSmtp: { next(isIt: (mail: Mail) => boolean): Promise<Mail> } | undefined
  }
  close(): Promise<void>
}

/**
 * Starts the whole service in this process; `env` adds to its environment. The module name is in a variable that
 * TypeScript does not follow: the types of PouchDB that the app needs declare their own Buffer, with which the
 * service's sources do not compile.
 */
export async function startRealService(options: { env?: Record<string, string> } = {}): Promise<RealService> {
  const file: string = '../../../sync-server/testing/test-service.ts'
  const { startTestService }: { startTestService: (of: typeof options) => Promise<RealService> } = await import(
    /* @vite-ignore */ file
  )
  return startTestService(options)
}
