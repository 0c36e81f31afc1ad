import { useEffect, useState } from 'react'
import type { Notice } from '#model'
import { useNoticeTexts } from '../../blocks/notices/use-notice-texts.ts'
import { allNotices, notices } from '../../data/notices.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import styles from './profile.module.css'

const SHOWN_AT_FIRST = 5

/** What has happened, newest first. What is shown here counts as read on every device of the account. */
export function NoticesSection() {
  const { t } = useTranslation('people')
  const live = useLive(allNotices)
  const [isWhole, setWhole] = useState(false)
  // What was unread when the list was opened stays marked as new during this visit.
  const [readBefore, setReadBefore] = useState<string>()
  const data = live.status === 'ready' ? live.data : undefined
  if (data && readBefore === undefined) setReadBefore(data.readUntil)
  const newest = data?.notices[0]?.at

  useEffect(() => {
    // A device that cannot store the mark shows the same notices as new the next time.
    if (newest !== undefined) notices.markRead(newest).catch(() => undefined)
  }, [newest])

  // Someone to whom nothing has happened needs no empty list.
  if (!data || data.notices.length === 0) return null
  const shown = isWhole ? data.notices : data.notices.slice(0, SHOWN_AT_FIRST)
  return (
    <section className={styles.section} aria-labelledby="profile-notices">
      <h2 id="profile-notices">{t('notices.title')}</h2>
      <ul className={styles.rows}>
        {shown.map((notice) => (
          <NoticeRow key={notice._id} notice={notice} isNew={notice.at > (readBefore ?? '')} />
        ))}
      </ul>
      {shown.length < data.notices.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t('notices.all', { number: data.notices.length })}
        </Button>
      )}
    </section>
  )
}

function NoticeRow({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { t } = useTranslation('people')
  const { when } = useFormat()
  const { says, leadsTo } = useNoticeTexts()
  const target = leadsTo(notice)
  return (
    <li className={styles.notice} data-new={isNew || undefined}>
      {/* What is about the account itself is shown by this screen. */}
      {target === paths.profile ? <span>{says(notice)}</span> : <a href={link(target)}>{says(notice)}</a>}
      <span className={styles.quiet}>{when(notice.at)}</span>
      {isNew && <Badge tone="leaf">{t('notices.new')}</Badge>}
    </li>
  )
}
