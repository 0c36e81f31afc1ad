import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import styles from './drawing.module.css'

/** A printed picture. Where it is missing, a warning triangle stands in its place, under the same name. */
export function Drawing({ src, alt, ...image }: ComponentProps<'img'> & { src: string; alt: string }) {
  const [missing, setMissing] = useState<string>()
  // A new element for a new picture: the old one would be seen until it has come.
  if (missing !== src) return <img key={src} {...image} src={src} alt={alt} onError={() => setMissing(src)} />
  return (
    <span className={styles.missing} {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
      <TriangleAlert aria-hidden="true" />
    </span>
  )
}
