import { Check, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ApplicationDocument, type ApplicationRow, DOCUMENTS } from '#model'
import { desk, type FreshCode } from '../../../data/admin/desk.ts'
import type { Failure } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { DecisionDialog } from '../decision/decision-dialog.tsx'
import { useDeskProblem } from '../decision/desk-problem.ts'
import styles from './applications.module.css'

interface ApplicationDocumentsProps {
  row: ApplicationRow
  online: boolean
}

/**
 * Which documents there are. View Details lets an admin open them, each in a tab of its own; it needs a network and a fresh
 * code, and no document is kept on this device.
 */
export function ApplicationDocuments({ row, online }: ApplicationDocumentsProps) {
  const { t } = useTranslation('desk')
  const problem = useDeskProblem()
  const names = t('applications.documents', { returnObjects: true })
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [seen, setSeen] = useState<ReadonlySet<ApplicationDocument>>(new Set())
  const [fresh, setFresh] = useState<FreshCode>()
  useWhenOver(fresh, () => {
    setFresh(undefined)
    setOpen(false)
  })

  const toggle = async () => {
    setFailure(undefined)
    if (isOpen || !online) return setOpen(!isOpen)
    setBusy(true)
    const found = await desk.freshCode()
    setBusy(false)
    if (found.ok) show(found.value)
    else if (found.error === 'fresh_code_needed') setNeedsCode(true)
    else setFailure(found)
  }
  const show = (code: FreshCode) => {
    setNeedsCode(false)
    setFresh(code)
    setOpen(true)
  }

  const { all, optional } = DOCUMENTS[row.applicationType]
  return (
    <section className={styles.documents} aria-label={t('applications.documentsTitle')}>
      <h3>{t('applications.documentsTitle')}</h3>
      <ul>
        {all.map((name) => {
          const isThere = row.documents.includes(name)
          return (
            <li key={name} className={styles.documentRow}>
              <FileText aria-hidden="true" />
              <span className={styles.document}>{names[name]}</span>
              {!isThere && (
                <Badge tone={optional.includes(name) ? 'plain' : 'rose'}>
                  {optional.includes(name) ? t('applications.notSent') : t('applications.missing')}
                </Badge>
              )}
              {isThere && seen.has(name) && (
                <Badge tone="leaf" icon={Check}>
                  {t('applications.seen')}
                </Badge>
              )}
              {isThere && isOpen && fresh && online && (
                <ButtonLink
                  variant="tonal"
                  href={desk.documentAddress(row._id, name)}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={t('applications.openNamed', { document: names[name] })}
                  onClick={() => setSeen(new Set([...seen, name]))}
                >
                  {t('applications.open')}
                </ButtonLink>
              )}
            </li>
          )
        })}
      </ul>
      <LiveRegion>
        {isOpen && !online && <p className={styles.quiet}>{t('applications.needsNetwork')}</p>}
        {failure && <p className={styles.problem}>{problem(failure.error)}</p>}
      </LiveRegion>
      <Button aria-expanded={isOpen} busy={isBusy} onClick={toggle}>
        {isOpen ? t('overview.hide') : t('applications.details')}
      </Button>
      <DecisionDialog<FreshCode>
        open={needsCode}
        title={t('applications.documentsTitle')}
        verb={t('proof.verb')}
        decide={desk.freshCode}
        onDone={(result) => {
          if (result.ok && 'value' in result) show(result.value)
        }}
        onClose={() => setNeedsCode(false)}
      />
    </section>
  )
}

/** Calls when the code is not fresh any more: the addresses would answer nothing. */
function useWhenOver(fresh: FreshCode | undefined, over: () => void) {
  const until = fresh?.until
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the time counts
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(over, Math.max(0, new Date(until).getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
}
