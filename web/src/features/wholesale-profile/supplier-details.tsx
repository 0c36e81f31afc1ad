import { formatPhone } from '#model'
import { useCityNames } from '../../blocks/bulk/use-city-names.ts'
import styles from '../../blocks/people/profile.module.css'
import type { ProfileView } from '../../data/people/profile.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'

const NOT_HERE_YET = '–'

interface SupplierDetailsProps {
  account: AccountSummary
  profile: ProfileView
  onEdit: () => void
}

export function SupplierDetails({ account, profile, onEdit }: SupplierDetailsProps) {
  const { t } = useTranslation('wholesale-profile')
  const { t: people } = useTranslation('people')
  const { t: terms } = useTranslation('applications')
  const namesOf = useCityNames()
  const { businessName, contactPerson, phone, address, citiesServed = [], account: fact } = profile
  const none = fact ? people('profile.notGiven') : NOT_HERE_YET
  const groups = [
    {
      title: t('business'),
      rows: [
        { label: terms('fields.businessName'), value: businessName ?? none },
        { label: terms('fields.contactPerson'), value: contactPerson ?? none },
        { label: people('login.email'), value: account.email },
        { label: people('register.phone'), value: formatPhone(phone ?? '') || none },
        { label: terms('fields.address'), value: address ?? none },
      ],
    },
    {
      title: t('where'),
      rows: [
        {
          label: terms('fields.citiesServed'),
          value: citiesServed.length > 0 ? namesOf(citiesServed) : none,
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
