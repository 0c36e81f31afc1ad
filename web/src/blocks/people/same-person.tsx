import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { draftsOfSignedOut } from '../../data/drafts.ts'
import { useSession } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loginFor } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

interface SamePersonProps {
  children: ReactNode
  /** Shown after the person has signed out; by default a screen that says so. */
  signedOut?: ReactNode
}

/**
 * Shows a screen with a form to the person who opened it. If that person signs out in another tab, this says so and
 * keeps what was typed until somebody else signs in; that person gets a screen of their own.
 */
export function SamePerson({ children, signedOut = <SignedOutScreen /> }: SamePersonProps) {
  const { account } = useSession()
  const id = account?.id
  const [shown, setShown] = useState({ owner: id, person: 0 })
  // A visitor who signs in is the same person.
  const person = shown.owner === undefined ? shown.person : shown.person + 1
  if (id !== undefined && id !== shown.owner) setShown({ owner: id, person })
  if (shown.owner !== undefined && id === undefined) return <KeepDrafts owner={shown.owner}>{signedOut}</KeepDrafts>
  return <Fragment key={shown.person}>{children}</Fragment>
}

function KeepDrafts({ owner, children }: { owner: string; children: ReactNode }) {
  useEffect(() => draftsOfSignedOut.keep(owner), [owner])
  return children
}

function SignedOutScreen() {
  return (
    <Page width="narrow">
      <SignedOut heading="h1" />
    </Page>
  )
}

/** Says that the person has signed out, and leads back here through the login. */
export function SignedOut({ heading }: { heading: 'h1' | 'h2' }) {
  const { t } = useTranslation('people')
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      heading={heading}
      title={t('signedOut.title')}
      action={
        <ButtonLink variant="primary" href={loginFor(`${pathname}${search}`)}>
          {t('signedOut.logIn')}
        </ButtonLink>
      }
    >
      {t('signedOut.text')}
    </EmptyState>
  )
}
