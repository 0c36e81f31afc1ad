import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { dayOf } from '#model'
import { SamePerson, SignedOut } from '../../blocks/people/same-person.tsx'
import { now } from '../../clock/page-clock.ts'
import { type BulkRequestView, bulkRequests } from '../../data/bulk/own-requests.ts'
import '../../i18n/bulk-order-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Page } from '../../ui/layout/page.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import type { BulkValues } from './bulk-form.ts'
import styles from './bulk-order.module.css'
import { OwnRequests } from './requests/own-requests.tsx'
import { Submitted, SubmittedText } from './submitted.tsx'

const SUBMITTED_MS = 3000

// The form is larger than the rest of the screen.
const BulkRequestForm = lazy(async () => ({ default: (await import('./bulk-request-form.tsx')).BulkRequestForm }))

/** The screen where anyone asks the wholesale suppliers of a city for flowers, and follows their requests. */
export function BulkOrderScreen() {
  const { t } = useTranslation('bulk-order')
  const { t: parts } = useTranslation('parts')
  const heading = useRef<HTMLHeadingElement>(null)
  /** The request that was sent a moment ago. */
  const [submitted, setSubmitted] = useState<string>()
  /** How often the form was filled in again, and the ULID of the refused request that the next one replaces. */
  const [filled, setFilled] = useState<{ times: number; insteadOf?: string }>({ times: 0 })

  useEffect(() => {
    if (submitted === undefined) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setSubmitted(undefined), SUBMITTED_MS)
    return () => clearTimeout(timer)
  }, [submitted])

  // Undo fills in the form, so its toast must not outlive the screen.
  const withdrawUndo = useRef<() => void>(undefined)
  useEffect(() => () => withdrawUndo.current?.(), [])
  const fillAgain = async (request: BulkRequestView) => {
    // The form has loaded this module already.
    const { bulkDraft, valuesOf } = await import('./bulk-form.ts')
    const fill = (values: BulkValues, insteadOf?: string) => {
      bulkDraft.save(values)
      setSubmitted(undefined)
      setFilled(({ times }) => ({ times: times + 1, ...(insteadOf !== undefined && { insteadOf }) }))
    }
    const before = bulkDraft.get()
    fill(valuesOf(request, dayOf(now())), request.ulid)
    withdrawUndo.current = showToast({
      message: t('requests.filled'),
      ...(before && { action: { label: parts('undo'), onAction: () => fill(before) } }),
    })
  }

  const done = (ulid: string) => {
    withdrawUndo.current?.()
    // The new request replaces the refused one, so the refusal needs no attention any more.
    if (filled.insteadOf !== undefined) void saveOrToast(bulkRequests.dismiss(filled.insteadOf))
    setFilled({ times: 0 })
    setSubmitted(ulid)
  }

  return (
    <Page>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {submitted === undefined ? t('title') : t('submitted.title')}
        </h1>
        {submitted === undefined && <p className={styles.quiet}>{t('intro')}</p>}
        <LiveRegion>{submitted !== undefined && <SubmittedText ulid={submitted} />}</LiveRegion>
      </header>
      <div className={styles.screen}>
        <SamePerson signedOut={<SignedOut heading="h2" />}>
          {submitted === undefined ? (
            <Suspense fallback={<Loading />}>
              <BulkRequestForm key={filled.times} isFilledAgain={filled.times > 0} onSubmitted={done} />
            </Suspense>
          ) : (
            <Submitted ulid={submitted} />
          )}
        </SamePerson>
        <OwnRequests onAgain={(request) => void fillAgain(request)} />
      </div>
    </Page>
  )
}
