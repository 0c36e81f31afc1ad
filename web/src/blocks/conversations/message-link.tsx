import { MessageSquareText } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useSession } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink, type ButtonLinkProps } from '../../ui/buttons/button.tsx'
import { FLOATS, openConversation } from './open-conversation.ts'

interface MessageLinkProps extends Pick<ButtonLinkProps, 'variant' | 'size' | 'block' | 'className'> {
  /** The conversation's key. */
  conversation: string
  /** The other one's name, for screen readers: several links may be on one screen. */
  name?: string | undefined
  /** Instead of "Message". */
  children?: ReactNode
}

/**
 * Opens a conversation, in the floating panel of a wide screen or as a page. It is not shown to people who are not
 * signed in.
 */
export function MessageLink({ conversation, name, children, ...look }: MessageLinkProps) {
  const { t } = useTranslation('parts')
  const { account } = useSession()
  if (!account) return null
  const open = (event: MouseEvent) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || !matchMedia(FLOATS).matches) return
    event.preventDefault()
    openConversation(conversation)
  }
  return (
    <ButtonLink
      {...look}
      href={link(paths.conversation(conversation))}
      aria-label={name && !children ? t('message.named', { name }) : undefined}
      onClick={open}
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
