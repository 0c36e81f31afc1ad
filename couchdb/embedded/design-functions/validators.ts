import { isObject, type JsonObject } from '../http/json.ts'
import { sandboxed } from './sandbox.ts'

export interface Refusal {
  error: 'forbidden' | 'unauthorized'
  reason: string
}

/** Returns what the function threw, or nothing. */
export type Validator = (
  doc: JsonObject,
  before: JsonObject | null,
  user: JsonObject,
  security: JsonObject,
) => Refusal | undefined

const ASK = `function (doc, before, user, security) {
  try {
    theirs(doc, before, user, security)
    return null
  } catch (thrown) {
    return { forbidden: thrown?.forbidden, unauthorized: thrown?.unauthorized, other: String(thrown) }
  }
}`

export function compileValidator(source: string): Validator {
  const ask = sandboxed(source, ASK, 'validate_doc_update')
  return (...args) => {
    let thrown: unknown
    try {
      thrown = ask(...args)
    } catch {
      return { error: 'forbidden', reason: 'The validate_doc_update function took too long.' }
    }
    if (!isObject(thrown)) return undefined
    const { forbidden, unauthorized, other } = thrown
    if (unauthorized !== undefined) return { error: 'unauthorized', reason: String(unauthorized) }
    return { error: 'forbidden', reason: String(forbidden ?? other) }
  }
}
