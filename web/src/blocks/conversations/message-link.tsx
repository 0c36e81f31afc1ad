import { MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link } from '../../paths.ts'
import { ButtonLink, type ButtonLinkProps } from '../../ui/buttons/button.tsx'

interface MessageLinkProps extends Pick<ButtonLinkProps, 'variant' | 'size' | 'block' | 'className'> {
  /** The conversation's key. */
  conversation: string
  /** The other one's name, for screen readers: several links may be on one screen. */
  name?: string | undefined
  /** Instead of "Message". */
  children?: ReactNode
}

/** Leads to a conversation. Nobody else than accounts sees it. */
export function MessageLink({ conversation, name, children, ...look }: MessageLinkProps) {
  const { t } = useTranslation('parts')
  const { account } = useSession()
  if (!account) return null
  return (
    <ButtonLink
      {...look}
      href={link(`/chat/${encodeURIComponent(conversation)}`)}
      aria-label={name && !children ? t('message.named', { name }) : undefined}
    >
      {children ?? (
        <>
          <MessageSquareText aria-hidden="true" />
          <span>{t('message.link')}</span>
        </>
      )}
    </ButtonLink>
  )
}
