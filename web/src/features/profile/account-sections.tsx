import type { AccountSummary } from '../../data/use-session.ts'
import { DevicesSection } from './devices-section.tsx'
import { LinkedAccountsSection } from './linked-accounts-section.tsx'
import { NoticesSection } from './notices-section.tsx'
import { OwedBank } from './owed-bank.tsx'
import { OwnDataSection } from './own-data-section.tsx'
import { StoredAppSection } from './stored-app-section.tsx'

/** What a person can do with the account itself: below the details, so that it may come a moment later. */
export function AccountSections({ account }: { account: AccountSummary }) {
  return (
    <>
      {account.role !== 'PARTNER' && <OwedBank />}
      <NoticesSection />
      <LinkedAccountsSection />
      <DevicesSection />
      <StoredAppSection />
      <OwnDataSection account={account} />
    </>
  )
}
