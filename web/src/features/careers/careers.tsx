import { Clock, Heart, type LucideIcon, Mail, Phone, Sprout, Users } from 'lucide-react'
import { useRef } from 'react'
import { phoneLink } from '../../contact.ts'
import { useCompany } from '../../data/catalogue/company.ts'
import '../../i18n/careers-texts.ts'
import '../../i18n/support-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { FramedDrawing } from '../../ui/flowers/framed-drawing.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './careers.module.css'
import { JOBS } from './jobs.ts'
import { Positions } from './positions.tsx'

export function CareersScreen() {
  const { t } = useTranslation('careers')
  const positions = useRef<HTMLHeadingElement>(null)
  const showPositions = () => {
    positions.current?.scrollIntoView({ block: 'start' })
    positions.current?.focus({ preventScroll: true })
  }
  return (
    <Page>
      <div className={styles.careers}>
        <header className={styles.hero}>
          <div className={styles.folio}>
            <FramedDrawing src="/flowers/sunflowers.svg" alt={t('picture')} sun />
          </div>
          <div className={styles.heroText}>
            <h1>{t('title')}</h1>
            <p className={styles.intro}>{t('intro')}</p>
            <Button variant="primary" size="large" onClick={showPositions}>
              {t('view')}
            </Button>
          </div>
        </header>
        <Perks />
        <section className={styles.section}>
          <h2 ref={positions} tabIndex={-1}>
            {t('positions')}
          </h2>
          <Positions jobs={JOBS} />
        </section>
        <Hiring />
        <End />
      </div>
    </Page>
  )
}

function Perks() {
  const { t } = useTranslation('careers')
  const perks: { icon: LucideIcon; title: string; text: string }[] = [
    { icon: Heart, ...t('perks.health', { returnObjects: true }) },
    { icon: Sprout, ...t('perks.growth', { returnObjects: true }) },
    { icon: Users, ...t('perks.team', { returnObjects: true }) },
    { icon: Clock, ...t('perks.balance', { returnObjects: true }) },
  ]
  return (
    <section aria-label={t('perksTitle')}>
      <ul className={styles.perks}>
        {perks.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <h2 className={styles.perk}>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hiring() {
  const { t } = useTranslation('careers')
  const steps = Object.entries(t('steps', { returnObjects: true }))
  return (
    <section className={styles.section}>
      <h2>{t('hiring')}</h2>
      <ol className={styles.steps}>
        {steps.map(([id, { title, text }]) => (
          <li key={id}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function End() {
  const { t } = useTranslation('careers')
  const company = useCompany()
  return (
    <section className={styles.end}>
      <div>
        <h2>{t('end')}</h2>
        <p className={styles.intro}>{t('endText')}</p>
      </div>
      {company && (
        <div className={styles.ways}>
          <ButtonLink href={`mailto:${company.supportEmail}?subject=${encodeURIComponent(t('resumeSubject'))}`}>
            <Mail aria-hidden="true" />
            <span>{t('resume')}</span>
          </ButtonLink>
          <ButtonLink href={phoneLink(company)}>
            <Phone aria-hidden="true" />
            <span>{t('call')}</span>
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
