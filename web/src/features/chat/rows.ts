import { dayOf, type MessageView } from '#model'

/** How far a message has got, for its writer. */
type ShownStage = 'saved' | 'sent' | 'confirmed' | 'seen' | 'refused'

/** A message. Its day belongs to it: a row of its own would jump up when older messages of that day are loaded. */
export interface Row {
  message: MessageView
  /** Set above the first message of a day. */
  day?: string
  /** Set under the last message that has got so far, and under each refused one. */
  stage?: ShownStage
  /** The tint of what waits or was refused. */
  tone?: 'saved' | 'refused'
  /** Set under the last of several that the other one wrote without an answer. */
  hasTime: boolean
}

const stageOf = ({ stage, seq }: MessageView, theirsSeen: number): ShownStage =>
  stage === 'confirmed' && seq !== undefined && seq <= theirsSeen ? 'seen' : stage

/** Returns the rows of a conversation from top to bottom, and which of them show a day, a state or a time. */
export function rowsOf(messages: readonly MessageView[], theirsSeen: number): Row[] {
  const last = new Map<ShownStage, string>()
  for (const message of messages) if (message.mine) last.set(stageOf(message, theirsSeen), message.id)
  let day = ''
  return messages.map((message, index) => {
    const next = messages[index + 1]
    const itsDay = dayOf(new Date(message.at))
    // A message that was written offline may be older than the one above it, and each day is named once.
    const isNewDay = itsDay > day
    if (isNewDay) day = itsDay
    const stage = message.mine ? stageOf(message, theirsSeen) : undefined
    const isShown = stage !== undefined && (stage === 'refused' || last.get(stage) === message.id)
    const endsRun = !next || next.mine || dayOf(new Date(next.at)) > day
    return {
      ...{ message, hasTime: !message.mine && endsRun },
      ...(isNewDay && { day: message.at }),
      ...(isShown && { stage }),
      ...((stage === 'saved' || stage === 'refused') && { tone: stage }),
    }
  })
}
