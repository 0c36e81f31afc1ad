import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ApplicationType } from '#model'
import { applicationDraft } from '../../../data/applications/application-draft.ts'
import { useApplied } from '../../../data/applications/applied.ts'
import { ownApplication } from '../../../data/applications/own-application.ts'
import { sendApplication } from '../../../data/applications/send-application.ts'
import { type Submission, submissions, useSubmission } from '../../../data/applications/submissions.ts'
import { useLive } from '../../../data/use-live.ts'
import { type Failure, useSession } from '../../../data/use-session.ts'
import '../../../i18n/applications-texts.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { ProgressSteps } from '../../../ui/progress/progress-steps.tsx'
import { Loading } from '../../../ui/states/loading.tsx'
import { SamePerson } from '../../people/same-person.tsx'
import { ApplicationState } from '../application-state.tsx'
import { AwaitingCode } from './after-submission/awaiting-code.tsx'
import { Submitted } from './after-submission/submitted.tsx'
import { Waiting } from './after-submission/waiting.tsx'
import { type Applicant, useApplicant } from './form/applicant.ts'
import { type ApplicationForm, isAskedFor, type Wizard, WizardContext } from './form/application-form.ts'
import { CODE, DOCUMENTS, useWizardSteps } from './form/wizard-steps.ts'
import { HasRole } from './has-role.tsx'
import { NotConfirmed } from './not-confirmed.tsx'
import { DocumentsStep } from './steps/documents-step.tsx'
import { SignIn } from './steps/sign-in.tsx'
import { WhatHappensNext } from './steps/what-happens-next.tsx'
import styles from './wizard.module.css'

/** The registration of a delivery partner or a wholesale supplier: the form, and what has become of it. */
export function ApplicationWizard({ form }: { form: ApplicationForm }) {
  return (
    <SamePerson>
      <WizardOfPerson form={form} />
    </SamePerson>
  )
}

function WizardOfPerson({ form }: { form: ApplicationForm }) {
  const stage = useStage(form)
  const keptFocus = useFocusRestore('h1')
  return <div {...keptFocus}>{stage}</div>
}

/** The form, or what has become of it. */
function useStage(form: ApplicationForm): ReactNode {
  const { account } = useSession()
  const [query] = useSearchParams()
  const { type } = form
  const submission = useSubmission(type)
  const applied = useApplied()
  const own = useLive(ownApplication)
  const [isAgain, setAgain] = useState(false)
  const applicant = useApplicant()

  // How it ended is shown once; then this address shows the application as it is.
  useEffect(() => () => forgetEnded(type), [type])

  if (account && account.role !== 'CUSTOMER') return <HasRole role={account.role} />
  if (!account && applied && (query.get('step') === CODE || submission?.stage !== 'sent'))
    return <AwaitingCode waiting={applied} form={form} isSecond={isSecond(submission)} />
  if (submission?.stage === 'sent') return <Submitted form={form} hasCode={submission.hasCode} />
  if (submission && submission.stage !== 'refused') return <Waiting form={form} submission={submission} />
  if (account && own.status === 'loading') return <Loading />
  if (account && own.status === 'ready' && own.data && !isAgain)
    return (
      <Page width="narrow">
        <div className={styles.screen}>
          <h1>{form.title}</h1>
          <ApplicationState onApplyAgain={() => setAgain(true)} />
        </div>
      </Page>
    )
  if (applicant.status === 'loading') return <Loading />
  if (applicant.status !== 'ready') return <NotConfirmed isUnreachable={applicant.status === 'unreachable'} />
  return <WizardForm key={applicant.applicant.kind} form={form} applicant={applicant.applicant} />
}

const isSecond = (submission: Submission | undefined): boolean =>
  submission?.stage === 'refused' && submission.failure.error === 'already_applied'

const forgetEnded = (type: ApplicationType) => {
  const submission = submissions.get(type)
  if (submission?.stage === 'sent' || isSecond(submission)) submissions.forget(type)
}

/** The fields that the service did not take and that this person can correct, with its reason codes. */
function refusedFields(
  form: ApplicationForm,
  applicant: Applicant,
  failure: Failure | undefined,
): Readonly<Record<string, string>> {
  const refused = failure?.error === 'email_taken' ? { email: 'email_taken' } : (failure?.fields ?? {})
  const fields = form.steps.flatMap(({ initial }) => Object.keys(initial))
  const isToCorrect = (field: string) => fields.includes(field) && isAskedFor(applicant, field)
  return Object.fromEntries(Object.entries(refused).filter(([field]) => isToCorrect(field)))
}

function WizardForm({ form, applicant }: { form: ApplicationForm; applicant: Applicant }) {
  const { t } = useTranslation('applications')
  const { type } = form
  const stepIds = form.steps.map(({ id }) => id)
  const [first = DOCUMENTS, second = DOCUMENTS] = stepIds
  // A provider has said who the person is: there is less to fill in on the first step, and it can wait.
  const steps = useWizardSteps([...stepIds, DOCUMENTS], applicant.kind === 'social' ? second : first)
  const draft = useMemo(() => applicationDraft(type), [type])
  const submission = useSubmission(type)
  const failure = submission?.stage === 'refused' ? submission.failure : undefined
  const [refused, setRefused] = useState(() => refusedFields(form, applicant, failure))
  const heading = useRef<HTMLHeadingElement>(null)
  const step = form.steps[steps.current]

  const corrected = useCallback(
    (field: string) =>
      setRefused((before) => {
        if (!(field in before)) return before
        const { [field]: _, ...others } = before
        return others
      }),
    [],
  )

  const wizard: Wizard = {
    form,
    applicant,
    draft,
    values: () => ({ ...draft.values(), ...applicant.locked }),
    steps,
    refused,
    corrected,
  }

  // For screen readers each step is a screen of its own.
  const shown = useRef(steps.current)
  useEffect(() => {
    if (shown.current === steps.current) return
    shown.current = steps.current
    if (steps.field !== undefined) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [steps.current, steps.field])

  return (
    <WizardContext value={wizard}>
      <Page>
        <div className={styles.wizard}>
          <h1 className={styles.title}>{form.title}</h1>
          <div className={styles.progress}>
            <ProgressSteps
              label={form.title}
              steps={[...form.steps.map(({ label }) => label), t('documents.label')]}
              current={steps.current}
            />
          </div>
          {draft.isSubmitted() && !submission && (
            <Banner tone="marigold" title={t('notSent.title')}>
              {t('notSent.text')}
            </Banner>
          )}
          {step ? (
            <div className={styles.columns}>
              <div className={styles.step}>
                <h2 ref={heading} tabIndex={-1}>
                  {step.title}
                </h2>
                {step.text && <p className={styles.quiet}>{step.text}</p>}
                <step.Screen key={step.id} />
              </div>
              <aside className={styles.aside}>
                <div className={styles.onDesktop}>
                  <WhatHappensNext type={type} />
                </div>
                <SignIn />
              </aside>
            </div>
          ) : (
            <DocumentsStep
              heading={heading}
              failure={failure}
              onSubmit={(application) => {
                setRefused({})
                sendApplication(application)
              }}
            />
          )}
        </div>
      </Page>
    </WizardContext>
  )
}
