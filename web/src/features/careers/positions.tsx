import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { ChipGroup } from '../../ui/forms/choices.tsx'
import { Accordion, AccordionItem } from '../../ui/layout/accordion.tsx'
import styles from './careers.module.css'
import { DEPARTMENTS, type Department, type Job } from './jobs.ts'

/** The open positions, with a filter by department. */
export function Positions({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslation('careers')
  const [department, setDepartment] = useState<Department | 'all'>('all')
  const names = t('departments', { returnObjects: true })
  const shown = jobs.filter((job) => department === 'all' || job.department === department)

  return (
    <>
      <ChipGroup
        legend={t('department')}
        legendHidden
        value={department}
        onChange={setDepartment}
        options={(['all', ...DEPARTMENTS] as const).map((value) => ({ value, label: names[value] }))}
      />
      <LiveRegion>
        {shown.length === 0 && (
          <div className={styles.none}>
            <h3>{t('none')}</h3>
            {department !== 'all' && <p>{t('noneText', { department: names[department] })}</p>}
          </div>
        )}
      </LiveRegion>
      <Accordion label={t('positions')}>
        {shown.map((job) => (
          <JobEntry key={job.id} job={job} />
        ))}
      </Accordion>
    </>
  )
}

function JobEntry({ job: { id, department } }: { job: Job }) {
  const { t } = useTranslation('careers')
  const { t: support } = useTranslation('support')
  const job = t('jobs', { returnObjects: true })[id]
  const names = t('departments', { returnObjects: true })
  const facts = t('facts', { department: names[department], place: job.place, type: t('fullTime') })
  return (
    <AccordionItem
      head={
        <>
          <span className={styles.jobTitle}>{support('jobs', { returnObjects: true })[id]}</span>
          <span className={styles.facts}>{facts}</span>
        </>
      }
    >
      <p>{job.description}</p>
      <p className={styles.facts}>{`${t('experience', { years: job.years })} · ${job.posted}`}</p>
      <ul className={styles.skills} aria-label={t('skills')}>
        {job.skills.split(', ').map((skill) => (
          <li key={skill}>
            <Badge>{skill}</Badge>
          </li>
        ))}
      </ul>
      <ButtonLink variant="tonal" href={link(`${paths.support}?job=${id}`)}>
        {t('apply')}
      </ButtonLink>
    </AccordionItem>
  )
}
