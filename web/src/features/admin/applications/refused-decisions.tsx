import { applicantOf } from '../../../data/admin/applications.ts'
import { attention } from '../../../data/attention.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import styles from '../admin.module.css'
import { useRefusal } from './application-texts.ts'
import type { DeskApplications } from './use-applications.ts'

/** Why decisions of this admin do not count, on every tab of the desk, until the admin has read it. */
export function RefusedDecisions({ refused, open = [] }: DeskApplications) {
  const { t } = useTranslation('desk')
  const says = useRefusal()
  return (
    <LiveRegion role="alert">
      {refused.length > 0 && (
        <div className={styles.stack}>
          {refused.map((one) => {
            const { id, application, decision } = one
            const row = open.find((view) => view.row._id === application)?.row
            const name = row ? applicantOf(row).name : one.applicant?.name
            return (
              <Banner
                key={id}
                tone="rose"
                title={t('applications.error', { error: says(one) })}
                action={
                  <Button onClick={() => void saveOrToast(attention.putAway(id))}>
                    {t('applications.understood')}
                  </Button>
                }
              >
                <p>
                  {name === undefined
                    ? t(`applications.yours.${decision}`)
                    : t(`applications.yoursNamed.${decision}`, { name })}
                </p>
              </Banner>
            )
          })}
        </div>
      )}
    </LiveRegion>
  )
}
