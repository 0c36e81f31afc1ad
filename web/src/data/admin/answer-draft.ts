import * as v from 'valibot'
import { drafts } from '../drafts.ts'

const Answers = v.record(v.string(), v.string())

/** The answer that an admin has begun, for each ticket (an id), until it is sent. */
export const answerDraft = {
  get: (ticket: string): string => readAnswers()[ticket] ?? '',
  /** An empty text removes the draft. */
  save(ticket: string, text: string): void {
    const { [ticket]: _, ...others } = readAnswers()
    drafts.save('desk-answer', text ? { ...others, [ticket]: text } : others)
  },
}

function readAnswers(): Record<string, string> {
  const result = v.safeParse(Answers, drafts.get('desk-answer'))
  return result.success ? result.output : {}
}
