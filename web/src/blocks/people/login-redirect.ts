import * as v from 'valibot'

const Success = v.object({ type: v.literal('success'), message: v.string() })

/** The success message of the screen that the person comes from. */
export function readSuccess(state: unknown): string | undefined {
  const result = v.safeParse(Success, state)
  return result.success ? result.output.message : undefined
}

const WithEmail = v.object({ email: v.string() })

/** The e-mail that was typed on the screen before. It is in the history's state, because the address would show it. */
export function readEmail(state: unknown): string {
  const result = v.safeParse(WithEmail, state)
  return result.success ? result.output.email : ''
}

/** The path to go to after signing in. Only a path of this app, or a link could lead people to another site. */
export const readNext = (text: string | null): string | undefined =>
  text && /^\/(?![/\\])/.test(text) ? text : undefined
