import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { draftsOfSignedOut } from '../../data/drafts.ts'
import { useSession } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loginFor } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/**
 * Shows a screen with a form to the person who opened it. If that person signs out in another tab, this says so and
 * keeps what was typed until somebody else signs in; that person gets a screen of their own.
 */
export function SamePerson({ children }: { children: ReactNode }) {
  const { account } = useSession()
  const id = account?.id
  const [shown, setShown] = useState({ owner: id, person: 0 })
  // A visitor who signs in is the same person.
  const person = shown.owner === undefined ? shown.person : shown.person + 1
  if (id !== undefined && id !== shown.owner) setShown({ owner: id, person })
  if (shown.owner !== undefined && id === undefined) return <SignedOut owner={shown.owner} />
  return <Fragment key={shown.person}>{children}</Fragment>
}

function SignedOut({ owner }: { owner: string }) {
  const { t } = useTranslation('people')
  const { pathname, search } = useLocation()
  useEffect(() => draftsOfSignedOut.keep(owner), [owner])
  return (
    <Page width="narrow">
      <EmptyState
        heading="h1"
        title={t('signedOut.title')}
        action={
          <ButtonLink variant="primary" href={loginFor(`${pathname}${search}`)}>
            {t('signedOut.logIn')}
          </ButtonLink>
        }
      >
        {t('signedOut.text')}
      </EmptyState>
    </Page>
  )
}
