import { Bike, FileSearch, type LucideIcon, Mail, Store } from 'lucide-react'
import type { ApplicationType } from '#model'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Panel } from '../../../../ui/layout/page.tsx'
import styles from '../wizard.module.css'

/** What follows the submission, with the times that Mogra promises. */
export function WhatHappensNext({ type }: { type: ApplicationType }) {
  const { t } = useTranslation('applications')
  const last =
    type === 'driver'
      ? { icon: Bike, ...t('next.duty', { returnObjects: true }) }
      : { icon: Store, ...t('next.requests', { returnObjects: true }) }
  const stages: { icon: LucideIcon; title: string; text: string }[] = [
    { icon: FileSearch, ...t('next.check', { returnObjects: true }) },
    { icon: Mail, ...t('next.decision', { returnObjects: true }) },
    last,
  ]
  return (
    <Panel>
      <h3 className={styles.nextTitle}>{t('next.title')}</h3>
      <ul className={styles.next}>
        {stages.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <div>
              <p className={styles.nextStage}>{title}</p>
              <p className={styles.note}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
