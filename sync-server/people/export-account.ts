import type { Session } from '../accounts/sessions.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'

/**
 * Everything that is stored about a person, in the form of their export; each part is read by the capability that
 * stores it.
 */
export interface AccountExport {
  exportedAt: string
  /** Parts are the account, mailbox, orders, tickets, sessions and identities. */
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
