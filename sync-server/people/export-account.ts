import type { Session } from '../accounts/sessions.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'

/** Everything that is held of one person, as they get it; each part is read by the capability that keeps it. */
export interface AccountExport {
  exportedAt: string
  /** The account, the mailbox, orders, tickets, sessions, identities. */
  [part: string]: unknown
  audit: { access: unknown; decisions: unknown }
}

export interface ExportNeeds {
  personalData: Pick<PersonalData, 'exported'>
  now: () => Date
}

export async function exportAccount(session: Session, { personalData, now }: ExportNeeds): Promise<AccountExport> {
  const { id, mailbox, adopted = [] } = session.account
  const person = { account: id, session: session.id, mailbox: mailbox.name, adopted }
  const parts = await Promise.all(
    personalData.exported.map(async ({ name, read }) => [name, await read(person)] as const),
  )
  const { access, decisions, ...rest } = Object.fromEntries(parts)
  return { exportedAt: now().toISOString(), ...rest, audit: { access, decisions } }
}
