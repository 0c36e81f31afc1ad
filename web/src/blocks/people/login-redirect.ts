import * as v from 'valibot'

const Success = v.object({ type: v.literal('success'), message: v.string() })

/** The message of whoever sent the person here with good news. */
export function readSuccess(state: unknown): string | undefined {
  const result = v.safeParse(Success, state)
  return result.success ? result.output.message : undefined
}

const WithEmail = v.object({ email: v.string() })

/** The e-mail that was typed where the person comes from. It travels in the history's state: an address would show it. */
export function readEmail(state: unknown): string {
  const result = v.safeParse(WithEmail, state)
  return result.success ? result.output.email : ''
}

/** Where to go after signing in: a path of this app and nothing else, or a link could lead people away. */
export const readNext = (text: string | null): string | undefined =>
  text && /^\/(?![/\\])/.test(text) ? text : undefined
