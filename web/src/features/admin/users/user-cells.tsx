import { Mail, ShieldCheck, Trash2 } from 'lucide-react'
import { findCity, formatPhone } from '#model'
import { Initials } from '../../../blocks/people/initials.tsx'
import { RoleBadge } from '../../../blocks/people/role-badge.tsx'
import type { User } from '../../../data/admin/desk.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton, IconLink } from '../../../ui/buttons/icon-button.tsx'
import { Checkbox } from '../../../ui/forms/choices.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import styles from './users-table.module.css'

interface UserCellsProps {
  user: User
  isSelected: boolean
  isWide: boolean
  /** False without a network: nobody can be deleted. */
  isEnabled: boolean
  onSelect: (id: string) => void
  onOpen: (user: User) => void
  onDelete: (user: User) => void
}

/** The cells of one person's row; on a phone there are fewer, and the first has more in it. */
export function UserCells({ user, isSelected, isWide, isEnabled, onSelect, onOpen, onDelete }: UserCellsProps) {
  const { t } = useTranslation('desk')
  const { date, language } = useFormat()
  const { id, name, email, phone, city, role, createdAt } = user
  const isAdmin = role === 'ADMIN'
  const place = city === undefined ? t('users.none') : (findCity(city)?.name[language] ?? city)
  return (
    <>
      <td className={styles.pick}>
        {isAdmin ? (
          <>
            <ShieldCheck aria-hidden="true" />
            <VisuallyHidden>{t('users.admin')}</VisuallyHidden>
          </>
        ) : (
          <Checkbox
            label={t('users.select', { name })}
            labelHidden
            checked={isSelected}
            disabled={!isEnabled}
            onChange={() => onSelect(id)}
          />
        )}
      </td>
      <td className={styles.person}>
        {isWide && <Initials name={name} />}
        <div className={styles.names}>
          <button type="button" className={styles.open} onClick={() => onOpen(user)}>
            {name}
          </button>
          <span className={styles.email}>{email}</span>
          {!isWide && (
            <span className={styles.under}>
              <RoleBadge role={role} />
              <span>{place}</span>
            </span>
          )}
        </div>
      </td>
      {isWide && (
        <>
          <td>
            <RoleBadge role={role} />
          </td>
          <td>{phone === undefined ? t('users.none') : formatPhone(phone)}</td>
          <td>{place}</td>
          <td className={styles.quiet}>{date(createdAt)}</td>
        </>
      )}
      <td className={styles.actions}>
        <IconLink icon={Mail} label={t('users.email', { name })} href={`mailto:${email}`} />
        {isWide && !isAdmin && (
          <IconButton
            icon={Trash2}
            label={t('users.delete', { name })}
            disabled={!isEnabled}
            onClick={() => onDelete(user)}
          />
        )}
      </td>
    </>
  )
}
