import { SendHorizontal, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { MESSAGE_AT_MOST, problemOfText } from '#model'
import { conversations } from '../../data/conversations/conversations.ts'
import { messageDrafts } from '../../data/conversations/message-drafts.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import '../../i18n/chat-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import styles from './composer.module.css'

interface ComposerProps {
  conversation: string
  /** The other one's name in words. */
  name: string
  hasQuickReplies: boolean
}

/** The field for a new message. Its text is kept as a draft until it is stored as a message. */
export function Composer({ conversation, name, hasQuickReplies }: ComposerProps) {
  const { t } = useTranslation('chat')
  const { online } = useSyncStatus()
  const field = useRef<HTMLTextAreaElement>(null)
  const noteId = useId()
  const { text, error, type, send } = useMessage(conversation)
  // On a touch screen Enter begins a new line.
  const isTouch = useMedia('(pointer: coarse)')

  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    // An empty field has the height of its style.
    area.style.height = text ? `${area.scrollHeight}px` : ''
  }, [text])

  const submit = () => {
    void send()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch) return
    event.preventDefault()
    submit()
  }
  const fill = (reply: string) => {
    // A second tap on the same reply adds nothing.
    if (!text.trimEnd().endsWith(reply)) type(text.trim() ? `${text.trimEnd()} ${reply}` : reply)
    field.current?.focus()
  }

  return (
    <Form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {!online && <p className={styles.offline}>{t('write.offline')}</p>}
      {hasQuickReplies && <QuickReplies onReply={fill} />}
      <div className={styles.line}>
        <textarea
          ref={field}
          className={styles.field}
          rows={1}
          dir="auto"
          value={text}
          placeholder={t('write.to', { name })}
          aria-label={t('write.to', { name })}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : noteId}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton type="submit" icon={SendHorizontal} label={t('write.send')} className={styles.send} />
      </div>
      {/* In the page from the start, so that screen readers announce what appears in it. */}
      <div id={noteId} aria-live="polite">
        {error !== undefined && (
          <p className={styles.error}>
            <TriangleAlert aria-hidden="true" />
            <ErrorText error={error} />
          </p>
        )}
      </div>
    </Form>
  )
}

type Problem = 'characters' | 'long' | 'failed'

function ErrorText({ error }: { error: Problem }) {
  const { t } = useTranslation('chat')
  const { number } = useFormat()
  const texts = {
    characters: t('write.characters'),
    long: t('write.long', { most: number(MESSAGE_AT_MOST) }),
    failed: t('write.failed'),
  }
  return <span>{texts[error]}</span>
}

/** Keeps the typed text as a draft at each change, and sends it. */
function useMessage(conversation: string) {
  const [text, setText] = useState(() => messageDrafts.get(conversation))
  const [error, setError] = useState<Problem>()
  const now = useRef(text)
  const isSending = useRef(false)

  const type = (next: string) => {
    now.current = next
    setText(next)
    messageDrafts.save(conversation, next)
    // While an error is shown, it follows what is typed.
    setError((shown) => (shown === undefined || shown === 'failed' ? undefined : problemShown(next)))
  }
  const send = async () => {
    const sent = now.current
    if (problemOfText(sent)) return setError(problemShown(sent))
    if (isSending.current) return
    isSending.current = true
    try {
      await conversations.send(conversation, sent)
      // The text that was typed in the meantime stays.
      type(now.current.startsWith(sent) ? now.current.slice(sent.length) : now.current)
    } catch {
      setError('failed')
    } finally {
      isSending.current = false
    }
  }
  return { text, error, type, send }
}

/** Returns the problem to show beside the field; an empty field is none. */
const problemShown = (text: string): Problem | undefined => {
  const problem = problemOfText(text)
  return problem === 'missing' ? undefined : problem
}

/** Sentences that partners often write. A press puts one into the field and sends nothing. */
function QuickReplies({ onReply }: { onReply: (reply: string) => void }) {
  const { t } = useTranslation('chat')
  const replies = [t('quick.gate'), t('quick.minutes'), t('quick.down'), t('quick.guard')]
  return (
    <ul className={styles.quick} aria-label={t('quick.label')}>
      {replies.map((reply) => (
        <li key={reply}>
          <button type="button" onClick={() => onReply(reply)}>
            {reply}
          </button>
        </li>
      ))}
    </ul>
  )
}
