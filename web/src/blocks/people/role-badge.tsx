import { Bike, Flower2, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'

const ICONS: Record<string, LucideIcon> = { ADMIN: ShieldCheck, PARTNER: Bike, SUPPLIER: Flower2, CUSTOMER: UserRound }

/** The name of the account's role; a role without a name is shown as it is. Only the admin's badge has a colour. */
export function RoleBadge({ role }: { role: string }) {
  const { t } = useTranslation('common')
  const names = new Map([
    ['ADMIN', t('role.admin')],
    ['PARTNER', t('role.partner')],
    ['SUPPLIER', t('role.supplier')],
    ['CUSTOMER', t('role.customer')],
  ])
  const name = names.get(role) ?? (role || t('role.user'))
  const icon = ICONS[role]
  return (
    <Badge tone={role === 'ADMIN' ? 'leaf' : 'plain'} {...(icon && { icon })}>
      {name}
    </Badge>
  )
}
