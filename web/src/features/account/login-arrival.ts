import * as v from 'valibot'

const Success = v.object({ type: v.literal('success'), message: v.string() })

/** The message of whoever sent the person here with good news. */
export function readSuccess(state: unknown): string | undefined {
  const result = v.safeParse(Success, state)
  return result.success ? result.output.message : undefined
}

/** Where to go after signing in: a path of this app and nothing else, or a link could lead people away. */
export const readNext = (text: string | null): string | undefined =>
  text && /^\/(?![/\\])/.test(text) ? text : undefined
