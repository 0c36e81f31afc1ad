import { link } from '../../paths.ts'
import { ButtonLink, type ButtonLinkProps } from '../../ui/buttons/button.tsx'

export interface MessageLinkProps extends Omit<ButtonLinkProps, 'href'> {
  /** The conversation's key. */
  conversation: string
}

/** Leads into a conversation. */
export function MessageLink({ conversation, ...rest }: MessageLinkProps) {
  return <ButtonLink {...rest} href={link(`/chat/${conversation}`)} />
}
