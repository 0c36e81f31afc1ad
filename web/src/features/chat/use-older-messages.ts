import { useEffect, useRef, useState } from 'react'
import { type MessageView, messageId, type OlderMessages } from '#model'
import { olderMessages } from '../../data/conversations/conversations.ts'

type State = 'idle' | 'loading' | 'failed'

const viewOf = (key: string, { seq, mine, text, at, ticket }: OlderMessages['messages'][number]): MessageView => ({
  ...{ id: messageId(key, seq), seq, mine, at, stage: 'confirmed' },
  ...(text !== undefined && { text }),
  ...(ticket !== undefined && { ticket }),
})

/**
 * Returns the local messages with the older ones that were fetched before them. Its component needs the conversation as
 * key.
 */
export function useOlderMessages(key: string, local: readonly MessageView[]) {
  const [older, setOlder] = useState<readonly MessageView[]>([])
  const [state, setState] = useState<State>('idle')
  const [isFirst, setFirst] = useState(false)
  const isBusy = useRef(false)
  const before = useRef(local)

  // A new message may push the oldest out of the mailbox, but a message that was shown stays.
  useEffect(() => {
    const first = local.find(({ seq }) => seq !== undefined)?.seq
    const gone = before.current.filter(({ seq }) => seq !== undefined && first !== undefined && seq < first)
    before.current = local
    if (gone.length > 0)
      setOlder((known) => {
        const have = new Set(known.map(({ seq }) => seq))
        return [...known, ...gone.filter(({ seq }) => !have.has(seq))]
      })
  }, [local])

  const shown = older.length > 0 ? [...older, ...local] : local
  const firstSeq = shown.find(({ seq }) => seq !== undefined)?.seq
  const hasMore = firstSeq !== undefined && firstSeq > 1 && !isFirst

  const load = async () => {
    if (isBusy.current || !hasMore) return
    isBusy.current = true
    setState('loading')
    const found = await olderMessages(key, firstSeq)
    isBusy.current = false
    setState(found.ok ? 'idle' : 'failed')
    if (!found.ok) return
    setFirst(found.value.isFirst || found.value.messages.length === 0)
    setOlder((known) => {
      const have = new Set(known.map(({ seq }) => seq))
      return [...found.value.messages.filter(({ seq }) => !have.has(seq)).map((one) => viewOf(key, one)), ...known]
    })
  }
  return { messages: shown, state, hasMore, load }
}
