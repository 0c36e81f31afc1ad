import { Check, FileText, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ApplicationDocument, type ApplicationRow, DOCUMENTS } from '#model'
import { useNow } from '../../../clock/use-now.ts'
import { type ApplicationDetails as Details, desk, type FreshCode } from '../../../data/admin/desk.ts'
import type { Failure } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import { DecisionDialog } from '../decision/decision-dialog.tsx'
import { useDeskProblem } from '../decision/desk-problem.ts'
import { useFurtherFields } from './application-texts.ts'
import styles from './applications.module.css'

interface ApplicationDetailsProps {
  row: ApplicationRow
  online: boolean
}

/** Which documents there are; View Details shows everything else, and opens the documents. It needs a network. */
export function ApplicationDetails({ row, online }: ApplicationDetailsProps) {
  const { t } = useTranslation('desk')
  const problem = useDeskProblem()
  const furtherFields = useFurtherFields(row)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [details, setDetails] = useState<Details>()
  const [failure, setFailure] = useState<Failure>()

  const read = async () => {
    setBusy(true)
    const found = await desk.application(row._id)
    setBusy(false)
    setFailure(found.ok ? undefined : found)
    if (!found.ok) return
    setDetails(found.value)
    setOpen(true)
  }
  const toggle = () => {
    setFailure(undefined)
    if (isOpen || !online) return setOpen(!isOpen)
    void read()
  }
  const readIfOpen = useEffectEvent(() => {
    if (isOpen && !details) void read()
  })
  useEffect(() => {
    if (online) readIfOpen()
  }, [online])

  return (
    <section className={styles.documents} aria-label={t('applications.documentsTitle')}>
      {isOpen && details && (
        <dl className={styles.fields}>
          {furtherFields(details).map(({ label, value, warning }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span>{value}</span>
                {warning !== undefined && (
                  <span className={styles.incomplete}>
                    <TriangleAlert aria-hidden="true" />
                    <span>{warning}</span>
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <h3>{t('applications.documentsTitle')}</h3>
      <Documents row={row} canOpen={isOpen && details !== undefined && online} />
      <LiveRegion>
        {isOpen && !online && <p className={styles.quiet}>{t('applications.needsNetwork')}</p>}
        {failure && <p className={styles.problem}>{problem(failure.error)}</p>}
      </LiveRegion>
      <Button aria-expanded={isOpen} busy={isBusy} onClick={toggle}>
        {isOpen ? t('overview.hide') : t('applications.details')}
      </Button>
    </section>
  )
}

/** Each document opens in a tab of its own, and only while a mailed code is fresh. None is kept on this device. */
function Documents({ row, canOpen }: { row: ApplicationRow; canOpen: boolean }) {
  const { t } = useTranslation('desk')
  const problem = useDeskProblem()
  const names = t('applications.documents', { returnObjects: true })
  const [isAsking, setAsking] = useState(false)
  const [seen, setSeen] = useState<ReadonlySet<ApplicationDocument>>(new Set())
  const [code, setCode] = useState<FreshCode>()
  // After that the documents' addresses would answer nothing.
  const now = useNow({ stepMs: 1000 })
  const isFresh = code !== undefined && now < new Date(code.until)

  // A browser opens a tab only for a press: the links exist before it.
  const ask = async () => {
    const found = await desk.freshCode()
    if (found.ok) return prove(found.value)
    if (found.error === 'fresh_code_needed') return setAsking(true)
    showToast({ message: problem(found.error) })
  }
  const prove = (code: FreshCode) => {
    setAsking(false)
    setCode(code)
    showToast({ message: t('applications.proven') })
  }

  const { all, optional } = DOCUMENTS[row.applicationType]
  return (
    <>
      <ul>
        {all.map((name) => {
          const isThere = row.documents.includes(name)
          const label = t('applications.openNamed', { document: names[name] })
          return (
            <li key={name} className={styles.documentRow}>
              <FileText aria-hidden="true" />
              <span className={styles.document}>{names[name]}</span>
              {!isThere && (
                <Badge tone={optional.includes(name) ? 'plain' : 'rose'}>
                  {optional.includes(name) ? t('applications.notSent') : t('applications.missing')}
                </Badge>
              )}
              {seen.has(name) && (
                <Badge tone="leaf" icon={Check}>
                  {t('applications.seen')}
                </Badge>
              )}
              {isThere &&
                canOpen &&
                (isFresh ? (
                  <ButtonLink
                    variant="tonal"
                    href={desk.documentAddress(row._id, name)}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={label}
                    onClick={() => setSeen(new Set([...seen, name]))}
                  >
                    {t('applications.open')}
                  </ButtonLink>
                ) : (
                  <Button variant="tonal" aria-label={label} onClick={ask}>
                    {t('applications.open')}
                  </Button>
                ))}
            </li>
          )
        })}
      </ul>
      <DecisionDialog<FreshCode>
        open={isAsking}
        title={t('applications.documentsTitle')}
        verb={t('proof.verb')}
        decide={desk.freshCode}
        onDone={(result) => {
          if (result.ok && 'value' in result) prove(result.value)
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
