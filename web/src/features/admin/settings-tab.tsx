import { useState } from 'react'
import { useRemote } from '../../blocks/people/use-remote.ts'
import { type DeskSettings, desk } from '../../data/admin/desk.ts'
import type { Found, Result } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Checkbox } from '../../ui/forms/choices.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import styles from './admin.module.css'
import { DecisionDialog } from './decision/decision-dialog.tsx'
import { useDeskProblem } from './decision/desk-problem.ts'

/** Three switches for the whole shop. */
export function SettingsTab({ online }: { online: boolean }) {
  const { t } = useTranslation('desk')
  const problem = useDeskProblem()
  const { answer, askAgain } = useRemote(desk.settings)
  const [wanted, setWanted] = useState<DeskSettings>()
  const [needsCode, setNeedsCode] = useState(false)
  const settings = wanted ?? (answer?.ok ? answer.value : undefined)

  const settled = async (result: Found<DeskSettings> | Result) => {
    setNeedsCode(false)
    await askAgain()
    setWanted(undefined)
    showToast({ message: result.ok ? t('settings.saved') : problem(result.error) })
  }
  const change = async (next: DeskSettings) => {
    setWanted(next)
    const result = await desk.changeSettings(next)
    if (!result.ok && result.error === 'fresh_code_needed') return setNeedsCode(true)
    return settled(result)
  }
  const giveUp = () => {
    setNeedsCode(false)
    setWanted(undefined)
  }

  const toggles = [
    ['emailNotifications', t('settings.email'), t('settings.emailNote')],
    ['autoApproval', t('settings.auto'), t('settings.autoNote')],
    ['maintenance', t('settings.maintenance'), t('settings.maintenanceNote')],
  ] as const
  return (
    <>
      <h1>{t('settings.title')}</h1>
      <LiveRegion>
        {answer?.ok === false && (
          <Banner tone="marigold" title={online ? problem(answer.error) : t('offlineNothing')} />
        )}
        {answer?.ok && answer.value.maintenance && <Banner tone="marigold" title={t('settings.isOn')} />}
      </LiveRegion>
      {!answer && <SkeletonLines count={3} />}
      {settings && (
        <Panel>
          <div className={styles.toggles}>
            {toggles.map(([name, label, note]) => (
              <Checkbox
                key={name}
                label={label}
                note={note}
                role="switch"
                checked={settings[name]}
                disabled={!online}
                // A disabled switch would lose the focus while it is being saved.
                aria-disabled={wanted !== undefined || undefined}
                onChange={(event) => {
                  if (wanted === undefined) void change({ ...settings, [name]: event.target.checked })
                }}
              />
            ))}
          </div>
        </Panel>
      )}
      <DecisionDialog<DeskSettings>
        open={needsCode && wanted !== undefined}
        title={t('settings.title')}
        verb={t('proof.verb')}
        decide={() => desk.changeSettings(wanted ?? ({} as DeskSettings))}
        onDone={(result) => void settled(result)}
        onClose={giveUp}
      />
    </>
  )
}
