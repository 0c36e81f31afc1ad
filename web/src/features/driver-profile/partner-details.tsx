import { findCity, formatPhone } from '#model'
import styles from '../../blocks/people/profile.module.css'
import type { ProfileView } from '../../data/people/profile.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'

const NOT_HERE_YET = '–'

interface PartnerDetailsProps {
  account: AccountSummary
  profile: ProfileView
  onEdit: () => void
}

export function PartnerDetails({ account, profile, onEdit }: PartnerDetailsProps) {
  const { t } = useTranslation('driver-profile')
  const { t: people } = useTranslation('people')
  const { t: terms } = useTranslation('applications')
  const { language } = useFormat()
  const { name = account.name, phone, city, emergencyContact, account: fact, ...work } = profile
  const { vehicleType, vehicleNumber, serviceRadius, languages = [] } = work
  const none = fact ? people('profile.notGiven') : NOT_HERE_YET
  const languageNames = terms('languages', { returnObjects: true })
  const groups = [
    {
      title: t('personal'),
      rows: [
        { label: people('register.name'), value: name },
        { label: people('login.email'), value: account.email },
        { label: people('register.phone'), value: formatPhone(phone ?? '') || none },
        { label: terms('fields.emergencyContact'), value: formatPhone(emergencyContact ?? '') || none },
        { label: people('register.city'), value: city ? (findCity(city)?.name[language] ?? city) : none },
      ],
    },
    {
      title: t('vehicle'),
      rows: [
        { label: terms('fields.vehicleType'), value: vehicleType ? terms(`vehicles.${vehicleType}`) : none },
        { label: terms('fields.vehicleNumber'), value: vehicleNumber ?? none },
        {
          label: terms('fields.serviceRadius'),
          value: serviceRadius === undefined ? none : terms('kilometres', { radius: serviceRadius }),
        },
      ],
    },
    {
      title: t('languages'),
      rows: [
        {
          label: terms('fields.languages'),
          value: languages.length > 0 ? languages.map((one) => languageNames[one]).join(', ') : none,
        },
      ],
    },
  ]
  return (
    <>
      {groups.map(({ title, rows }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h3>{title}</h3>
          <dl className={styles.rows}>
            {rows.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Button onClick={onEdit}>{people('profile.edit')}</Button>
    </>
  )
}
