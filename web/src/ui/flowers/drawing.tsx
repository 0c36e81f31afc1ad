import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import styles from './drawing.module.css'

/** A picture. If it cannot be loaded, a warning triangle with the same name takes its place. */
export function Drawing({ src, alt, ...image }: ComponentProps<'img'> & { src: string; alt: string }) {
  const [missing, setMissing] = useState<string>()
  // A new picture gets a new element: otherwise the old one would be shown until the new one has loaded.
  if (missing !== src) return <img key={src} {...image} src={src} alt={alt} onError={() => setMissing(src)} />
  return (
    <span className={styles.missing} {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
      <TriangleAlert aria-hidden="true" />
    </span>
  )
}
