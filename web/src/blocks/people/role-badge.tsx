import { ShieldCheck } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'

/** The name of the account's role; a role without a name is shown as it is. */
export function RoleBadge({ role }: { role: string }) {
  const { t } = useTranslation('common')
  const names = new Map([
    ['ADMIN', t('role.admin')],
    ['PARTNER', t('role.partner')],
    ['SUPPLIER', t('role.supplier')],
    ['CUSTOMER', t('role.customer')],
  ])
  const name = names.get(role) ?? (role || t('role.user'))
  return role === 'ADMIN' ? (
    <Badge tone="leaf" icon={ShieldCheck}>
      {name}
    </Badge>
  ) : (
    <Badge tone="leaf">{name}</Badge>
  )
}
