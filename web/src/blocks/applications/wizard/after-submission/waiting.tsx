import { applicationDraft } from '../../../../data/applications/application-draft.ts'
import { type Submission, submissions } from '../../../../data/applications/submissions.ts'
import { useUploads } from '../../../../data/uploads/uploads.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { LiveRegion } from '../../../../ui/feedback/live-region.tsx'
import { Page } from '../../../../ui/layout/page.tsx'
import { SyncChip } from '../../../../ui/progress/sync-chip.tsx'
import { DocumentRows } from '../../document-rows/document-rows.tsx'
import type { ApplicationForm } from '../form/application-form.ts'
import styles from '../wizard.module.css'

/** An application that is submitted and still on this phone. */
export function Waiting({ form, submission }: { form: ApplicationForm; submission: Submission }) {
  const { t } = useTranslation('applications')
  const draft = applicationDraft(form.type)
  const files = useUploads(draft.id())
  const chosen = form.documents.filter(({ name }) => files.states[name])
  const isOffline = Object.values(files.states).some((file) => file.status === 'waiting' && file.wait === 'offline')
  const change = () => {
    submissions.forget(form.type)
    draft.markSubmitted(false)
  }
  return (
    <Page width="narrow">
      <div className={styles.screen}>
        <h1>{form.title}</h1>
        <LiveRegion>
          <Stage submission={submission} isOffline={isOffline} />
        </LiveRegion>
        <p className={styles.quiet}>{t('waiting.keepOpen')}</p>
        {chosen.length > 0 && <DocumentRows documents={chosen} uploads={files} />}
        {/* What is on its way may have arrived: a changed one would be refused as the second. */}
        {submission.stage === 'waiting' && (
          <div>
            <Button onClick={change}>{t('waiting.change')}</Button>
          </div>
        )}
      </div>
    </Page>
  )
}

function Stage({ submission, isOffline }: { submission: Submission; isOffline: boolean }) {
  const { t } = useTranslation('applications')
  if (submission.stage !== 'waiting') return <SyncChip stage="sent" title={t('waiting.sending')} />
  // Without a network no file goes up, and each file says so.
  const files = isOffline ? undefined : t('waiting.files')
  const notes = { files, network: t('waiting.network'), maintenance: t('waiting.maintenance') }
  return <SyncChip stage="saved" title={t('waiting.title')} note={notes[submission.why]} />
}
