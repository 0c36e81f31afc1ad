import { textDrafts } from '../drafts.ts'

/** The answer that an admin has begun, for each ticket, until it is sent. */
export const answerDraft = textDrafts('desk-answer')

/** The reason for a rejection that an admin has begun, for each application, until the service has rejected it. */
export const reasonDraft = textDrafts('desk-reason')
