import { Lock } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { CompletedForm } from '../../../../data/applications/submissions.ts'
import { useUploads } from '../../../../data/uploads/uploads.ts'
import { type Failure, useSession } from '../../../../data/use-session.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { loginFor } from '../../../../paths.ts'
import { Button, ButtonLink } from '../../../../ui/buttons/button.tsx'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../../ui/feedback/live-region.tsx'
import { ActionBar } from '../../../../ui/layout/page.tsx'
import { DocumentRows } from '../../document-rows/document-rows.tsx'
import { StillMissing, useMissingDocuments } from '../../document-rows/still-missing.tsx'
import { checkAllSteps, useWizard } from '../form/application-form.ts'
import { checkedSubmission } from '../form/checked-submission.ts'
import { useMissingFields } from '../form/missing-fields.ts'
import styles from '../wizard.module.css'
import { Refusal } from './refusal.tsx'
import { SignIn } from './sign-in.tsx'
import { WhatHappensNext } from './what-happens-next.tsx'

interface DocumentsStepProps {
  heading: RefObject<HTMLHeadingElement | null>
  /** Why the last submission was not taken. */
  failure: Failure | undefined
  onSubmit: (application: CompletedForm) => void
}

/** The files, what is still missing of everything, and the submission. It waits for no file to be up. */
export function DocumentsStep({ heading, failure, onSubmit }: DocumentsStepProps) {
  const { t } = useTranslation('applications')
  const { language } = useFormat()
  const wizard = useWizard()
  const { form, draft, steps } = wizard
  const { signedOutByServer } = useSession()
  const { pathname } = useLocation()
  const files = useUploads(draft.id())
  const missingFiles = useMissingDocuments(form.documents, files)
  const { problems, values } = checkAllSteps(wizard)
  const missingFields = useMissingFields()
  const list = useRef<HTMLDivElement>(null)
  const mayLackFiles = form.type === 'wholesale_supplier'

  const submit = () => {
    const application = checkedSubmission(wizard, values, language)
    const isBlocked = problems.length > 0 || Object.keys(wizard.refused).length > 0
    if (application && !isBlocked && !signedOutByServer && (mayLackFiles || missingFiles.length === 0))
      return onSubmit(application)
    list.current?.scrollIntoView({ block: 'center' })
    list.current?.focus({ preventScroll: true })
  }

  return (
    <div className={styles.columns}>
      <div className={styles.step}>
        <h2 ref={heading} tabIndex={-1}>
          {form.documentsTitle}
        </h2>
        <p className={styles.quiet}>{t('documents.text')}</p>
        <DocumentRows documents={form.documents} uploads={files} />
        <LiveRegion role="alert">{failure && <Refusal failure={failure} />}</LiveRegion>
        <ActionBar>
          <Button size="large" className={styles.back} onClick={steps.back}>
            {t('back')}
          </Button>
          <Button variant="primary" size="large" onClick={submit}>
            {t('submit')}
          </Button>
        </ActionBar>
      </div>
      <aside className={styles.aside}>
        <div ref={list} tabIndex={-1} className={styles.missing}>
          {signedOutByServer && (
            <Banner
              tone="marigold"
              title={t('signedOut')}
              action={<ButtonLink href={loginFor(pathname)}>{t('signIn')}</ButtonLink>}
            />
          )}
          <StillMissing missing={[...missingFields, ...missingFiles]} />
        </div>
        {mayLackFiles && missingFiles.length > 0 && <p className={styles.note}>{t('documents.mayLack')}</p>}
        <p className={styles.note}>{t('documents.noWait')}</p>
        <WhatHappensNext type={form.type} />
        <p className={styles.lock}>
          <Lock aria-hidden="true" />
          <span>{t('documents.private')}</span>
        </p>
        <SignIn />
      </aside>
    </div>
  )
}
