import { measureElement, observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { conversations } from '../../data/conversations/conversations.ts'
import type { ConversationView } from '../../data/conversations/messages.ts'
import type { Head } from '../../data/conversations/subject.ts'
import '../../i18n/chat-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useIsInFront } from '../../ui/layout/is-in-front.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './message-list.module.css'
import { MessageRowView } from './message-row.tsx'
import { rowsOf } from './rows.ts'
import { useOlderMessages } from './use-older-messages.ts'

/** In px, until the list is laid out: a phone's. */
const FIRST_RECT = { width: 360, height: 560 }
/** In px: nearer to the end than this, the list follows what comes. */
const NEAR_END = 48
/** In px: nearer to the top than this, older messages are fetched. */
const NEAR_TOP = 400
/** In px: the line above the first row that says that older messages are fetched, and the gap without it. */
const OLDER = 56
const GAP = 8
/** In px: a message of one line. */
const ROW = 52

interface MessageListProps {
  view: ConversationView
  head: Head
  /** The other one's name in words. */
  name: string
}

/**
 * The list of messages, which draws only those in sight. It stays at its end, or at the place to which it was scrolled.
 */
export function MessageList({ view, head, name }: MessageListProps) {
  const { t } = useTranslation('chat')
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const followsEnd = useRef(true)
  const { messages, state, hasMore, load } = useOlderMessages(head.key, view.messages)
  const rows = useMemo(() => rowsOf(messages, view.theirsSeen), [messages, view.theirsSeen])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.message.id ?? index,
    estimateSize: (index) => (rows[index]?.day === undefined ? ROW : 2 * ROW),
    overscan: 8,
    paddingStart: hasMore ? OLDER : GAP,
    paddingEnd: GAP,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    initialRect: FIRST_RECT,
    // A list that is not laid out has no height, and would draw no row.
    observeElementRect: (instance, hear) =>
      observeElementRect(instance, (rect) => {
        if (rect.height === 0) return
        hear(rect)
        // A keyboard, a longer draft or a closed conversation takes height from the list.
        if (followsEnd.current) instance.scrollToEnd()
      }),
    // Rows report their height after they are drawn: reading it before would force a layout for each.
    measureElement: (row, entry, instance) =>
      entry
        ? measureElement(row, entry, instance)
        : (instance.measurementsCache[instance.indexFromElement(row)]?.size ?? ROW),
  })

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer])

  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    followsEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END
    setAtEnd(followsEnd.current)
    if (box.scrollTop < NEAR_TOP && state === 'idle' && view.isWhole) void load()
  }
  const toEnd = () => {
    followsEnd.current = true
    setAtEnd(true)
    virtualizer.scrollToEnd()
  }

  const lastMine = view.messages.findLast(({ mine }) => mine)?.id
  const knownMine = useRef(lastMine)
  const followOwn = useEffectEvent(() => {
    if (knownMine.current === lastMine) return
    knownMine.current = lastMine
    toEnd()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when this person has written something
  useEffect(() => followOwn(), [lastMine])

  const lastTheirs = view.messages.findLast(({ mine, seq }) => !mine && seq !== undefined)?.seq ?? 0
  const unread = useNews(lastTheirs, isAtEnd, view, head.key)
  const said = useHeard(view, lastTheirs)

  return (
    <div className={styles.frame}>
      {/* Rows come and go as the list is scrolled, so screen readers hear only of new messages, below. */}
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={t('log.label', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {hasMore && view.isWhole && <Older state={state} onLoad={() => void load()} />}
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={styles.place}
                style={{ transform: `translateY(${start}px)` }}
              >
                <MessageRowView row={row} head={head} name={name} theirsSeenAt={view.theirsSeenAt} />
              </div>
            )
          })}
        </div>
      </div>
      {unread > 0 && (
        <p className={styles.news}>
          <Button onClick={toEnd}>
            <ArrowDown aria-hidden="true" />
            <span>{t('log.new', { count: unread })}</span>
          </Button>
        </p>
      )}
      <div role="status">
        {said !== undefined && <VisuallyHidden key={lastTheirs}>{t('log.heard', { name, text: said })}</VisuallyHidden>}
      </div>
    </div>
  )
}

/** Marks what is in sight as read, and returns how many messages of the other one have come below it. */
function useNews(lastTheirs: number, isAtEnd: boolean, view: ConversationView, key: string): number {
  const isVisible = useIsInFront()
  const [readTo, setReadTo] = useState(lastTheirs)
  const isReading = isAtEnd && isVisible
  if (isReading && readTo < lastTheirs) setReadTo(lastTheirs)
  const isNews = isReading && lastTheirs > view.mineSeen
  useEffect(() => {
    // If it cannot be stored now, the next message or the next opening marks it.
    if (isNews) conversations.markSeen(key, lastTheirs).catch(() => undefined)
  }, [isNews, key, lastTheirs])
  return isAtEnd ? 0 : view.messages.filter(({ mine, seq }) => !mine && seq !== undefined && seq > readTo).length
}

/** Returns the last message of the other one, if it has come while the conversation is open. */
function useHeard({ messages }: ConversationView, lastTheirs: number): string | undefined {
  const [first] = useState(lastTheirs)
  if (lastTheirs <= first) return undefined
  return messages.findLast(({ mine, seq }) => !mine && seq === lastTheirs)?.text
}

function Older({ state, onLoad }: { state: 'idle' | 'loading' | 'failed'; onLoad: () => void }) {
  const { t } = useTranslation('chat')
  if (state !== 'failed') return <p className={styles.older}>{t('log.older')}</p>
  return (
    <div className={styles.older} role="status">
      <span>{t('log.olderFailed')}</span>
      <Button variant="quiet" onClick={onLoad}>
        {t('log.olderAgain')}
      </Button>
    </div>
  )
}
