import { findCity, formatPhone } from '#model'
import styles from '../../blocks/people/profile.module.css'
import type { ProfileView } from '../../data/people/profile.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'

const NOT_HERE_YET = '–'

interface ProfileDetailsProps {
  account: AccountSummary
  profile: ProfileView
  onEdit: () => void
}

export function ProfileDetails({ account, profile, onEdit }: ProfileDetailsProps) {
  const { t } = useTranslation('people')
  const { language, date } = useFormat()
  const { name = account.name, phone, city, account: fact } = profile
  const none = fact ? t('profile.notGiven') : NOT_HERE_YET
  const rows = [
    { label: t('register.name'), value: name },
    { label: t('login.email'), value: account.email },
    { label: t('register.phone'), value: formatPhone(phone ?? '') || none },
    { label: t('register.city'), value: city ? (findCity(city)?.name[language] ?? city) : none },
    ...(fact ? [{ label: t('profile.since'), value: date(fact.createdAt) }] : []),
  ]
  return (
    <>
      <dl className={styles.rows}>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={onEdit}>{t('profile.edit')}</Button>
    </>
  )
}
