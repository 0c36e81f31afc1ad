import { useMemo } from 'react'
import styles from './linked-text.module.css'
import { partsOfText } from './text-links.ts'

/** Shows a text as it was written. Links and phone numbers can be tapped, and nothing becomes markup. */
export function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => partsOfText(text), [text])
  return (
    <span className={styles.text} dir="auto">
      {parts.map(({ at, text: part, href }) =>
        href === undefined ? (
          <span key={at}>{part}</span>
        ) : (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ),
      )}
    </span>
  )
}
