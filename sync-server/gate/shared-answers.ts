import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'

/**
 * Answers of CouchDB that several requests share. One change wakes everybody on a feed, and all of them ask the same.
 */
export interface SharedAnswers {
  /**
   * Returns the answer to this question about the database. It is asked once for all who ask while it is on its way, or
   * a moment later if `isKept`. An answer that was asked for before the last write to the database is never returned.
   */
  ask<T>(db: string, question: string, ask: () => Promise<T>, isKept: (answer: T) => boolean): Promise<T>
}

/** Woken devices ask within this time, if their connections are good. */
const KEPT_MS = 1_000
/** Further questions about one database are not shared, so that nobody can fill the memory with them. */
const QUESTIONS_AT_MOST = 100

export function openSharedAnswers(notifier: Pick<ChangeNotifier, 'listen'>): SharedAnswers {
  const byDatabase = new Map<string, Map<string, Promise<unknown>>>()
  notifier.listen((db) => byDatabase.delete(db))

  return {
    ask<T>(db: string, question: string, ask: () => Promise<T>, isKept: (answer: T) => boolean): Promise<T> {
      const answers = byDatabase.get(db) ?? new Map<string, Promise<unknown>>()
      const shared = answers.get(question)
      // The same question has an answer of the same type.
      if (shared) return shared as Promise<T>
      const answer = ask()
      if (answers.size >= QUESTIONS_AT_MOST) return answer
      answers.set(question, answer)
      byDatabase.set(db, answers)
      const forget = () => {
        answers.delete(question)
        if (answers.size === 0 && byDatabase.get(db) === answers) byDatabase.delete(db)
      }
      answer.then((found) => {
        if (isKept(found)) setTimeout(forget, KEPT_MS).unref()
        else forget()
      }, forget)
      return answer
    },
  }
}
