import { chatPanel } from '../../data/conversations/chat-panel.ts'
import { paths } from '../../paths.ts'

/** Whether the panel floats beside the screen; on a narrower one the chat is a page. */
export const FLOATS = '(width >= 900px)'

/** Opens a conversation, by its key: in the floating panel of a wide screen, elsewhere as a page. */
export function openConversation(key: string): void {
  if (matchMedia(FLOATS).matches) chatPanel.open(key)
  else location.hash = `#${paths.conversation(key)}`
}
