import { Mail, Trash2, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { findCity, formatPhone, hasVisibleText } from '#model'
import { RoleBadge } from '../../../blocks/people/role-badge.tsx'
import { desk, type User } from '../../../data/admin/desk.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Sheet } from '../../../ui/overlays/modal.tsx'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import { DecisionDialog } from '../decision/decision-dialog.tsx'
import styles from './user-details.module.css'

interface UserDetailsProps {
  user: User
  isEnabled: boolean
  onClose: () => void
  onDelete: () => void
  onChanged: () => void
}

/** Shows one person, and lets the admin write to them, take their role away or delete them. */
export function UserDetails({ user, isEnabled, onClose, onDelete, onChanged }: UserDetailsProps) {
  const { t } = useTranslation('desk')
  const { date, language } = useFormat()
  const [isTaking, setTaking] = useState(false)
  const { name, email, phone, city, role, createdAt } = user
  const hasRole = role === 'PARTNER' || role === 'SUPPLIER'
  if (isTaking) return <TakeRole user={user} onClose={onClose} onChanged={onChanged} />
  return (
    <Sheet open onClose={onClose} title={name}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('users.column.role')}</dt>
          <dd>
            <RoleBadge role={role} />
          </dd>
        </div>
        <div>
          <dt>{t('users.column.contact')}</dt>
          <dd>
            <span>{email}</span>
            <br />
            <span>{phone === undefined ? t('users.none') : formatPhone(phone)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('users.column.location')}</dt>
          <dd>{city === undefined ? t('users.none') : (findCity(city)?.name[language] ?? city)}</dd>
        </div>
        <div>
          <dt>{t('users.column.joined')}</dt>
          <dd>{date(createdAt)}</dd>
        </div>
      </dl>
      <div className={styles.acts}>
        <ButtonLink variant="tonal" block href={`mailto:${email}`} aria-label={t('users.email', { name })}>
          <Mail aria-hidden="true" />
          <span>{email}</span>
        </ButtonLink>
        {hasRole && (
          <Button variant="danger" block disabled={!isEnabled} onClick={() => setTaking(true)}>
            <UserMinus aria-hidden="true" />
            <span>{t('role.take')}</span>
          </Button>
        )}
        {role !== 'ADMIN' && (
          <Button
            variant="danger"
            block
            disabled={!isEnabled}
            aria-label={t('users.delete', { name })}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" />
            <span>{t('confirm.delete')}</span>
          </Button>
        )}
      </div>
    </Sheet>
  )
}

/** Makes a partner or supplier a customer again; the person reads the reason. */
function TakeRole({ user, onClose, onChanged }: Pick<UserDetailsProps, 'user' | 'onClose' | 'onChanged'>) {
  const { t } = useTranslation('desk')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { id, name } = user
  return (
    <DecisionDialog
      open
      title={t('role.title')}
      verb={t('role.take')}
      check={() => {
        setMissing(!hasVisibleText(reason))
        return hasVisibleText(reason)
      }}
      decide={() => desk.takeRole(id, reason.trim())}
      onClose={onClose}
      onDone={() => {
        showToast({ message: t('role.done', { name }) })
        onChanged()
      }}
    >
      <p>{t('role.text', { name })}</p>
      <Field label={t('role.reason')} error={isMissing ? t('role.reasonMissing') : undefined}>
        {(control) => (
          <TextInput {...control} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
    </DecisionDialog>
  )
}
