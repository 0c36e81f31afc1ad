import { applicationId } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { ApplicantCheck } from '../accounts/applicant-check.ts'
import type { Sweep } from '../core/sweep.ts'
import { isOpen } from './application-record.ts'
import type { Applications } from './applications.ts'
import type { ApplyingBrowser } from './applying-browser.ts'

interface Needs {
  accounts: Pick<Accounts, 'get'>
  applications: Pick<Applications, 'get' | 'confirm'>
  applyingBrowser: ApplyingBrowser
  /** Tells soon what was decided. */
  sweepSoon: Sweep['sweepSoon']
}

export function openApplicantCheck({ accounts, applications, applyingBrowser, sweepSoon }: Needs): ApplicantCheck {
  /** The account's open application that is not confirmed. */
  async function unconfirmed({ id, application }: { id: string; application?: string }) {
    const found = application === undefined ? undefined : await applications.get(applicationId(application))
    return found?.account === id && isOpen(found) && !found.isConfirmed ? found : undefined
  }

  return {
    async confirmBy(account, { cookies }) {
      const ulid = applyingBrowser.applicationOf(cookies)
      if (ulid === undefined) return
      const record = await accounts.get(account)
      if (record?.status !== 'active' || record.application !== ulid) return
      const found = await unconfirmed(record)
      if (!found) return
      await applications.confirm(found._id, { account, isSameBrowser: true })
      sweepSoon()
    },

    async unconfirmedOf(account) {
      const found = await unconfirmed(account)
      return found && account.application !== undefined
        ? { application: account.application, type: found.applicationType, at: found.at }
        : undefined
    },
  }
}
