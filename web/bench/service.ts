/** Of sync-server's TestService, what the bench needs. */
export interface BenchService {
  url: string
  mails(): { to: string; text: string }[]
  mailTo(email: string): Promise<{ text: string }>
  fillMailbox(mailbox: string, docs: object[]): Promise<void>
  rawDatabase(): Promise<string>
  couchVersion(): Promise<string>
  services: {
    couch: object
    accounts: { create(input: object): Promise<BenchAccount | 'email_taken'> }
    sessions: { start(account: BenchAccount, how: { provenBy: string; userAgent: string }): Promise<string> }
  }
  close(): Promise<void>
}

interface BenchAccount {
  id: string
  mailbox: { name: string; generation: number }
}

/** Loaded by a name that TypeScript does not follow: PouchDB's types declare a Buffer on which the service's sources fail. */
export async function startBenchService(options: object): Promise<BenchService> {
  const file: string = '../../sync-server/testing/test-service.ts'
  const { startTestService }: { startTestService: (options: object) => Promise<BenchService> } = await import(file)
  return startTestService(options)
}
