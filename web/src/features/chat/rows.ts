import { dayOf, type MessageView } from '#model'

/** How far a message has got, for its writer. */
export type ShownStage = 'saved' | 'sent' | 'confirmed' | 'seen' | 'refused'

export type Row =
  | { key: string; kind: 'day'; at: string }
  | {
      key: string
      kind: 'message'
      message: MessageView
      /** Set under the last message that has got so far, and under each refused one. */
      stage?: ShownStage
      /** The tint of what waits or was refused. */
      tone?: 'saved' | 'refused'
      /** Set under the last of several that the other one wrote without an answer. */
      hasTime: boolean
    }

const stageOf = ({ stage, seq }: MessageView, theirsSeen: number): ShownStage =>
  stage === 'confirmed' && seq !== undefined && seq <= theirsSeen ? 'seen' : stage

/** What a conversation shows, from top to bottom: days, messages, and under which messages their state stands. */
export function rowsOf(messages: readonly MessageView[], theirsSeen: number): Row[] {
  const last = new Map<ShownStage, string>()
  for (const message of messages) if (message.mine) last.set(stageOf(message, theirsSeen), message.id)
  const rows: Row[] = []
  let day = ''
  messages.forEach((message, index) => {
    const next = messages[index + 1]
    const itsDay = dayOf(new Date(message.at))
    // What was written offline may be older than what came meanwhile: a day is named once.
    if (itsDay > day) {
      rows.push({ key: `day ${itsDay}`, kind: 'day', at: message.at })
      day = itsDay
    }
    const stage = message.mine ? stageOf(message, theirsSeen) : undefined
    const isShown = stage !== undefined && (stage === 'refused' || last.get(stage) === message.id)
    const endsRun = !next || next.mine || dayOf(new Date(next.at)) > day
    rows.push({
      ...{ key: message.id, kind: 'message', message, hasTime: !message.mine && endsRun },
      ...(isShown && { stage }),
      ...((stage === 'saved' || stage === 'refused') && { tone: stage }),
    })
  })
  return rows
}
