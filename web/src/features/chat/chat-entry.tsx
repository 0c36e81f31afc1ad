import { MessageSquareText } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { FLOATS } from '../../blocks/conversations/open-conversation.ts'
import { lazyPart } from '../../blocks/sync/lazy-part.ts'
import { chatPanel, useChatPanel } from '../../data/conversations/chat-panel.ts'
import { unreadTotal } from '../../data/conversations/contacts.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import '../../i18n/chat-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { CountBadge } from '../../ui/buttons/count-badge.tsx'
import { IconLink } from '../../ui/buttons/icon-button.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import styles from './chat-entry.module.css'

const Panel = lazyPart(async () => {
  // The names of order states are among the texts of the screens.
  const [{ ChatPanel }] = await Promise.all([import('./chat-panel.tsx'), import('../../i18n/screens-english.ts')])
  return ChatPanel
})

/** Returns the number of unread messages, and the label "Chats" with that number. */
function useChatsLabel() {
  const { t } = useTranslation('chat')
  const unread = useLive(unreadTotal)
  const count = unread.status === 'ready' ? unread.data : 0
  return { count, label: count > 0 ? t('panel.unread', { count }) : t('panel.button') }
}

/**
 * The header's link to the chats. It is shown where the button does not float: on phones, and on the partner's
 * dashboard.
 */
export function ChatLink() {
  const { pathname } = useLocation()
  const { count, label } = useChatsLabel()
  return (
    <IconLink
      icon={MessageSquareText}
      label={label}
      count={count}
      href={link(paths.chat)}
      aria-current={pathname === paths.chat ? 'page' : undefined}
    />
  )
}

/** Nothing floats over these screens: two have big buttons of their own, and one is the chat itself. */
const NEVER = [paths.checkout, paths.cart, paths.chat]

/** The floating button and panel of a wide screen. */
export function ChatWidget() {
  const { account } = useSession()
  const isWide = useMedia(FLOATS)
  const { pathname } = useLocation()
  if (!account || !isWide || NEVER.some((path) => pathname.startsWith(path))) return null
  return <Floating key={account.id} hasButton={pathname !== paths.driverDashboard} />
}

function Floating({ hasButton }: { hasButton: boolean }) {
  const panel = useChatPanel()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { count, label } = useChatsLabel()
  const isShown = panel.isOpen && !panel.isMinimised
  const wasShown = useRef(isShown)

  // After a reload the focus stays where the page begins.
  useEffect(() => {
    if (isShown && !wasShown.current) box.current?.focus()
    wasShown.current = isShown
  }, [isShown])

  const leave = (how: () => void) => {
    how()
    const place = button.current ?? document.getElementById('main')
    place?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    leave(chatPanel.close)
  }
  const toggle = () => (isShown ? chatPanel.minimise() : chatPanel.open())
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel, wherever the focus is in it
    <div className={styles.place} onKeyDown={panel.isOpen ? onKeyDown : undefined}>
      {panel.isOpen && (
        <div
          ref={box}
          tabIndex={-1}
          className={styles.box}
          data-size={panel.size}
          data-minimised={!isShown || undefined}
        >
          <Suspense>
            <Panel panel={panel} onClose={() => leave(chatPanel.close)} onMinimise={() => leave(chatPanel.minimise)} />
          </Suspense>
        </div>
      )}
      {hasButton && (
        <button
          ref={button}
          type="button"
          className={styles.button}
          aria-label={label}
          aria-expanded={isShown}
          onClick={toggle}
        >
          <MessageSquareText aria-hidden="true" />
          <CountBadge count={count} />
        </button>
      )}
    </div>
  )
}
