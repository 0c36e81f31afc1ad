/** The part of sync-server's `TestService` that the bench needs. */
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

/** Imports by a variable, so that TypeScript does not check the service's sources against PouchDB's types of Buffer. */
export async function startBenchService(options: object): Promise<BenchService> {
  const file: string = '../../sync-server/testing/test-service.ts'
  const { startTestService }: { startTestService: (options: object) => Promise<BenchService> } = await import(file)
  return startTestService(options)
}
