import { Maximize2, Minimize2, Minus, X } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { useContactWords } from '../../blocks/conversations/use-contact-words.ts'
import { lazyPart } from '../../blocks/sync/lazy-part.ts'
import {
  chatPanel,
  PANEL_SIZES,
  type PanelSize,
  type ChatPanel as PanelState,
} from '../../data/conversations/chat-panel.ts'
import { contacts } from '../../data/conversations/contacts.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import '../../i18n/chat-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import styles from './chat-panel.module.css'
import { ContactList } from './contact-list.tsx'

const Conversation = lazyPart(async () => (await import('./conversation.tsx')).Conversation)

interface ChatPanelProps {
  panel: PanelState
  onClose: () => void
  onMinimise: () => void
}

/** The floating chat: the list or a conversation, in three sizes, or only its head. */
export function ChatPanel({ panel, onClose, onMinimise }: ChatPanelProps) {
  const { t } = useTranslation('chat')
  const { account } = useSession()
  const { selected, isMinimised } = panel
  const section = useRef<HTMLElement>(null)
  if (!account) return null
  // The element that has the focus is about to go, and the focus must stay in the panel.
  const select = (key: string | undefined) => {
    section.current?.focus()
    chatPanel.select(key)
  }
  const tools = <Tools panel={panel} onClose={onClose} onMinimise={onMinimise} />
  if (isMinimised) return <Minimised selected={selected} onClose={onClose} />
  return (
    <section ref={section} tabIndex={-1} className={styles.panel} aria-label={t('title')}>
      {selected === undefined ? (
        <>
          <header className={styles.head}>
            <h2>{t('title')}</h2>
            <div>{tools}</div>
          </header>
          <div className={styles.body}>
            <ContactList account={account} onOpen={select} />
          </div>
        </>
      ) : (
        <Suspense>
          <Conversation conversation={selected} onBack={() => select(undefined)} tools={tools} heading="h2" />
        </Suspense>
      )}
    </section>
  )
}

const nextSize = (size: PanelSize): PanelSize =>
  PANEL_SIZES[(PANEL_SIZES.indexOf(size) + 1) % PANEL_SIZES.length] ?? 'default'

function Tools({ panel: { size }, onClose, onMinimise }: ChatPanelProps) {
  const { t } = useTranslation('chat')
  const sizes = t('panel.size', { returnObjects: true })
  const next = nextSize(size)
  return (
    <div className={styles.tools}>
      <IconButton
        icon={next === 'small' ? Minimize2 : Maximize2}
        label={sizes[next]}
        onClick={() => chatPanel.resize(next)}
      />
      <IconButton icon={Minus} label={t('panel.minimise')} onClick={onMinimise} />
      <IconButton icon={X} label={t('panel.close')} onClick={onClose} />
    </div>
  )
}

/** Shows only the other one's name, and buttons that restore or close the panel. */
function Minimised({ selected, onClose }: { selected: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { nameOf } = useContactWords()
  const all = useLive(contacts)
  const contact = all.status === 'ready' ? all.data.find(({ key }) => key === selected) : undefined
  return (
    <section className={styles.head} aria-label={t('title')}>
      <h2>{contact ? nameOf(contact) : t('title')}</h2>
      <div className={styles.tools}>
        <IconButton icon={Maximize2} label={t('panel.restore')} onClick={() => chatPanel.open()} />
        <IconButton icon={X} label={t('panel.close')} onClick={onClose} />
      </div>
    </section>
  )
}
