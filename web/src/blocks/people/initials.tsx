import { cutLetters } from '#model'
import styles from './initials.module.css'

export interface InitialsProps {
  name: string
  size?: 'large'
}

/** A picture of the name; drawn here, so that nobody outside is asked for one. */
export function Initials({ name, size }: InitialsProps) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word ?? ''))
  return (
    <span className={styles.initials} data-size={size} aria-hidden="true">
      {letters}
    </span>
  )
}

// A Devanagari letter keeps its vowel sign: the first sound, not the first code point.
const firstLetter = (word: string) => cutLetters(word, 1).toLocaleUpperCase()
