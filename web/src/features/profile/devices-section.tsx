import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import styles from '../../blocks/people/profile.module.css'
import { useSignOut } from '../../blocks/people/sign-out.tsx'
import { useRemote } from '../../blocks/people/use-remote.ts'
import { ownAccount, type SignedInDevice } from '../../data/people/own-account.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import { readDeviceName } from './device-name.ts'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

/**
 * The devices that the account is signed in on. Only the service knows them, and only it can end a session elsewhere.
 */
export function DevicesSection() {
  const { t } = useTranslation('people')
  const problem = useProblem()
  const { online } = useSyncStatus()
  const { answer, askAgain } = useRemote(ownAccount.signedInDevices)
  const failed = answer && !answer.ok ? answer : undefined
  return (
    <section className={styles.section} aria-labelledby="profile-devices">
      <h2 id="profile-devices">{t('devices.title')}</h2>
      <LiveRegion>
        {(!online || failed?.error === 'network') && <p className={styles.quiet}>{t('devices.needsNetwork')}</p>}
        {online && failed && failed.error !== 'network' && <p className={styles.problem}>{problem(failed.error)}</p>}
      </LiveRegion>
      {!answer && online && <SkeletonLines count={2} />}
      {answer?.ok && (
        <ul className={styles.rows}>
          {answer.value.map((device) => (
            <DeviceRow key={device.id} device={device} isEnabled={online} onSignedOut={askAgain} />
          ))}
        </ul>
      )}
      <SignOutEverywhere isEnabled={online} />
    </section>
  )
}

interface DeviceRowProps {
  device: SignedInDevice
  isEnabled: boolean
  onSignedOut: () => Promise<void>
}

function DeviceRow({ device, isEnabled, onSignedOut }: DeviceRowProps) {
  const { t } = useTranslation('people')
  const { when } = useFormat()
  const problem = useProblem()
  const [isBusy, setBusy] = useState(false)
  const { signOut, question } = useSignOut()
  const { browser, system, isPhone } = readDeviceName(device.userAgent)
  const Icon = isPhone ? Smartphone : Monitor
  const name = browser && system ? t('devices.name', { browser, system }) : (browser ?? system ?? t('devices.unknown'))

  const end = async () => {
    setBusy(true)
    const result = await ownAccount.signOutDevice(device.id)
    // A session that has already ended is fine too.
    const isGone = result.ok || result.status === 404
    showToast({ message: isGone ? t('devices.signedOut', { name }) : problem(result.error) })
    if (isGone) await onSignedOut()
    setBusy(false)
  }

  return (
    <li className={styles.device}>
      <Icon aria-hidden="true" />
      <div className={styles.names}>
        <p>
          <span>{`${name} `}</span>
          {device.isCurrent && <Badge tone="leaf">{t('devices.here')}</Badge>}
        </p>
        <p className={styles.quiet}>{t('devices.seen', { time: when(device.seenAt) })}</p>
      </div>
      {device.isCurrent ? (
        <Button variant="quiet" busy={signOut.isBusy} onClick={signOut.start} aria-label={t('devices.signOutHere')}>
          {t('devices.signOut')}
        </Button>
      ) : (
        <Button
          variant="quiet"
          disabled={!isEnabled}
          busy={isBusy}
          onClick={end}
          aria-label={t('devices.signOutNamed', { name })}
        >
          {t('devices.signOut')}
        </Button>
      )}
      {question}
    </li>
  )
}
