import { useState } from 'react'

/**
 * A message that stays until it is replaced, such as the error of a form. It is worded at each render from `words` (the
 * translators of the screen), so that it follows a change of the language.
 */
export function useMessage<Words>(words: Words) {
  const [message, setMessage] = useState<{ say: (words: Words) => string }>()
  const show = (say?: (words: Words) => string) => setMessage(say && { say })
  return [message?.say(words), show] as const
}
