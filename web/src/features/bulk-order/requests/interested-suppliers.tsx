import { Check, Mail, Phone } from 'lucide-react'
import { type BulkRequestFact, bulkConversation, formatPhone, type InterestedSupplier, ulidOf } from '#model'
import { MessageLink } from '../../../blocks/conversations/message-link.tsx'
import { Initials } from '../../../blocks/people/initials.tsx'
import { useSession } from '../../../data/use-session.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import styles from '../bulk-order.module.css'

/** The interested suppliers with ways to reach them; the one with whom the buyer agreed comes first. */
export function InterestedSuppliers({ request }: { request: BulkRequestFact }) {
  const { t } = useTranslation('bulk-order')
  const { account } = useSession()
  const { interested, agreedWith, number, state } = request
  // A visitor has no conversations.
  const mayWrite = account !== undefined && state === 'pending'
  const isAgreed = ({ supplier }: InterestedSupplier) => supplier === agreedWith
  const sorted = [...interested.filter(isAgreed), ...interested.filter((one) => !isAgreed(one))]
  return (
    <ul className={styles.suppliers} aria-label={t('supplier.list')}>
      {sorted.map((supplier) => (
        <Supplier
          key={supplier.supplier}
          supplier={supplier}
          isAgreed={isAgreed(supplier)}
          number={number}
          conversation={mayWrite ? bulkConversation(ulidOf(request._id), supplier.supplier) : undefined}
        />
      ))}
    </ul>
  )
}

interface SupplierProps {
  supplier: InterestedSupplier
  isAgreed: boolean
  /** The number of the request, for the subject of a mail. */
  number: string
  conversation: string | undefined
}

function Supplier({ supplier, isAgreed, number, conversation }: SupplierProps) {
  const { t } = useTranslation('bulk-order')
  const { when } = useFormat()
  const { name, phone, email, at, autoResponse } = supplier
  const subject = encodeURIComponent(t('supplier.subject', { number }))
  return (
    <li className={styles.supplier}>
      <Initials name={name} />
      <div className={styles.who}>
        <p>
          <b>{name}</b>
        </p>
        {isAgreed ? (
          <Badge tone="leaf" icon={Check}>
            {t('supplier.agreed')}
          </Badge>
        ) : (
          <p className={styles.quiet}>{t('supplier.since', { time: when(at) })}</p>
        )}
        {autoResponse && (
          <figure className={styles.says}>
            <figcaption className={styles.quiet}>{t('supplier.says', { name })}</figcaption>
            <blockquote>{autoResponse}</blockquote>
          </figure>
        )}
        <p className={styles.reach}>
          {phone && (
            <a href={`tel:${phone}`} aria-label={t('supplier.call', { name, phone: formatPhone(phone) })}>
              <Phone aria-hidden="true" />
              <span>{formatPhone(phone)}</span>
            </a>
          )}
          {email && (
            <a href={`mailto:${email}?subject=${subject}`} aria-label={t('supplier.email', { name, email })}>
              <Mail aria-hidden="true" />
              <span>{email}</span>
            </a>
          )}
        </p>
        {conversation && (
          <p>
            <MessageLink variant="tonal" conversation={conversation} name={name} />
          </p>
        )}
      </div>
    </li>
  )
}
