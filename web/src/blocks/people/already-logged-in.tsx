import type { ReactNode } from 'react'
import type { AccountSummary } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './account-forms.module.css'
import { useSignOut } from './sign-out.tsx'

/** Shows who is logged in here, with a button to continue and one to use another account. */
export function AlreadyLoggedIn({ account, next, good }: { account: AccountSummary; next: string; good?: ReactNode }) {
  const { t } = useTranslation('people')
  const { signOut, question } = useSignOut({ isStaying: true })
  return (
    <Page width="narrow">
      <div className={styles.screen}>
        <h1>{t('already.title', { name: account.name })}</h1>
        {good}
        <p className={styles.quiet}>{account.email}</p>
        <ButtonLink variant="primary" size="large" block href={link(next)}>
          {t('already.goOn')}
        </ButtonLink>
        <Button block busy={signOut.isBusy} busyLabel={t('already.busy')} onClick={signOut.start}>
          {t('already.other')}
        </Button>
      </div>
      {question}
    </Page>
  )
}
