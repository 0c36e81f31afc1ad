import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import { type ServiceHealth, serviceAddress } from '../../data/service-health.ts'
import { useFormat } from '../../i18n/format.ts'
import { saysSomething } from '../../i18n/says-something.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import styles from './email-test.module.css'
import type { Health } from './use-health.ts'

export function EmailTestHealth({ health }: { health: Health }) {
  const { t } = useTranslation('email-test')
  const { time } = useFormat()
  const { answer, checkedAt, isChecking, refresh } = health

  return (
    <Panel>
      <section className={styles.card}>
        <div className={styles.head}>
          <h2>{t('health.title')}</h2>
          <span role="status">{answer && <Availability isAvailable={answer.available} />}</span>
        </div>
        <dl className={styles.facts}>
          <Fact name={t('health.endpoint')}>{serviceAddress()}</Fact>
          {answer?.available && <Facts {...answer.data} />}
          <Fact name={t('health.checked')}>{checkedAt ? time(checkedAt) : t('health.never')}</Fact>
        </dl>
        {!answer && <SkeletonLines count={5} />}
        <LiveRegion>
          {answer?.available && answer.data.mail.isLate && (
            <Banner tone="marigold" title={t('health.late')}>
              {t('health.lateText', { count: answer.data.mail.waiting ?? 0 })}
            </Banner>
          )}
        </LiveRegion>
        {answer?.available && <Endpoints endpoints={answer.data.endpoints} />}
        {answer && !answer.available && <Tips error={answer.error} />}
        <Button busy={isChecking} busyLabel={t('health.checking')} onClick={refresh}>
          <RefreshCw aria-hidden="true" />
          <span>{t('health.refresh')}</span>
        </Button>
      </section>
    </Panel>
  )
}

function Availability({ isAvailable }: { isAvailable: boolean }) {
  const { t } = useTranslation('email-test')
  return isAvailable ? (
    <Badge tone="leaf" icon={CircleCheck}>
      {t('health.available')}
    </Badge>
  ) : (
    <Badge tone="rose" icon={TriangleAlert}>
      {t('health.unavailable')}
    </Badge>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Facts({ environment, server, mail, version }: ServiceHealth) {
  const { t } = useTranslation('email-test')
  const { number } = useFormat()
  const notConfigured = environment === 'demo' ? t('health.caught') : t('health.notConfigured')
  const environments: Record<string, string> = { demo: t('health.demo'), live: t('health.live') }
  return (
    <>
      <Fact name={t('health.environment')}>{environments[environment] ?? environment}</Fact>
      <Fact name={t('health.uptime')}>
        {t('health.seconds', { count: server.uptime, number: number(server.uptime) })}
      </Fact>
      <Fact name={t('health.mail')}>{mail.configured ? t('health.configured') : notConfigured}</Fact>
      <Fact name={t('health.version')}>{version}</Fact>
    </>
  )
}

function Endpoints({ endpoints }: { endpoints: string[] }) {
  const { t } = useTranslation('email-test')
  return (
    <details className={styles.details}>
      <summary>{t('health.endpoints', { count: endpoints.length })}</summary>
      <ul>
        {endpoints.map((endpoint) => (
          <li key={endpoint}>
            <code>{endpoint}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Tips({ error }: { error: string }) {
  const { t } = useTranslation('email-test')
  return (
    <>
      <Banner tone="rose" title={t('health.tips')}>
        <ul className={styles.tips}>
          <li>{t('health.tip.network')}</li>
          <li>{t('health.tip.address')}</li>
          <li>{t('health.tip.restart')}</li>
          <li>{t('health.tip.settings')}</li>
          <li>{t('health.tip.refresh')}</li>
        </ul>
      </Banner>
      <details className={styles.details}>
        <summary>{t('health.details')}</summary>
        {saysSomething(error) ? <code>{error}</code> : <p>{t('health.noReason')}</p>}
      </details>
    </>
  )
}
