import { cutLetters } from '#model'
import styles from './initials.module.css'

export interface InitialsProps {
  name: string
  size?: 'large'
}

/** The initials of a name as a picture; drawn here, so that no other site is asked for one. */
export function Initials({ name, size }: InitialsProps) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word ?? ''))
  // A letter with a vowel sign or a second consonant is so wide that another one would leave the circle.
  const shown = letters.join('').length > 2 ? letters.slice(0, 1) : letters
  return (
    <span className={styles.initials} data-size={size} aria-hidden="true">
      {shown.join('')}
    </span>
  )
}

// The first letter is a grapheme, not a code point: a Devanagari letter keeps its vowel sign.
const firstLetter = (word: string) => cutLetters(word, 1).toLocaleUpperCase()
