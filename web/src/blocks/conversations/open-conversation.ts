import { chatPanel } from '../../data/conversations/chat-panel.ts'
import { paths } from '../../paths.ts'

/** The media query for screens on which the chat is a floating panel; on narrower ones it is a page. */
export const FLOATS = '(width >= 900px)'

/** Opens a conversation, by its key: in the floating panel of a wide screen, elsewhere as a page. */
export function openConversation(key: string): void {
  if (matchMedia(FLOATS).matches) chatPanel.open(key)
  else location.hash = `#${paths.conversation(key)}`
}
