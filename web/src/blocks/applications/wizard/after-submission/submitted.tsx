import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { link, paths } from '../../../../paths.ts'
import { ButtonLink } from '../../../../ui/buttons/button.tsx'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../../ui/feedback/live-region.tsx'
import { Page } from '../../../../ui/layout/page.tsx'
import type { ApplicationForm } from '../form/application-form.ts'
import { CODE } from '../form/wizard-steps.ts'
import { WhatHappensNext } from '../steps/what-happens-next.tsx'
import styles from '../wizard.module.css'

const HOME_MS = 5000

/** Says that the application has arrived, and leads home unless the person does something here. */
export function Submitted({ form, hasCode }: { form: ApplicationForm; hasCode: boolean }) {
  const { t } = useTranslation('applications')
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const isLeaving = useWayHome(heading)
  const texts = hasCode ? t('sent.verify', { returnObjects: true }) : t('sent.await', { returnObjects: true })
  return (
    <Page width="narrow">
      <div className={styles.screen}>
        <h1 ref={heading} tabIndex={-1}>
          {t('sent.title')}
        </h1>
        <LiveRegion>
          <Banner tone="leaf" icon={CircleCheck}>
            {texts[form.type]}
          </Banner>
        </LiveRegion>
        <WhatHappensNext type={form.type} />
        {hasCode && (
          <ButtonLink variant="primary" size="large" block href={link(`${pathname}?step=${CODE}`)}>
            {t('sent.verifyEmail')}
          </ButtonLink>
        )}
        <ButtonLink size="large" block href={link(paths.home)}>
          {t('sent.home')}
        </ButtonLink>
        <p className={styles.note}>{isLeaving ? t('sent.leaving') : t('sent.staying')}</p>
      </div>
    </Page>
  )
}

/** Goes home after five seconds; any touch, key or move of the focus stops it for good. */
function useWayHome(heading: React.RefObject<HTMLHeadingElement | null>): boolean {
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(true)
  useEffect(() => {
    if (!isLeaving) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => void navigate(paths.home, { replace: true }), HOME_MS)
    const stopped = new AbortController()
    for (const event of ['pointerdown', 'keydown', 'wheel', 'focusin'] as const)
      window.addEventListener(event, () => setLeaving(false), { signal: stopped.signal })
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [isLeaving, navigate, heading])
  return isLeaving
}
