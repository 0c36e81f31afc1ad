import type { Uploads } from '../../../data/uploads/uploads.ts'
import { documentRowId, type WantedDocument } from './document-rows.tsx'

export interface Missing {
  /** The DOM id of the element that gets the focus. */
  target: string
  label: string
  /** Without a full stop: "not chosen yet". */
  why: string
}

/** The required documents that have no file, or a refused one. */
export function useMissingDocuments(documents: readonly WantedDocument[], { states }: Uploads): Missing[] {
  return documents
    .filter(({ name, isOptional }) => !isOptional && states[name] === undefined)
    .map(({ name, label }) => ({ target: documentRowId(name), label, why: '' }))
}

/** "Still missing: n", each with a link that moves the focus. Shows nothing if nothing is missing. */
export function StillMissing({ missing }: { missing: readonly Missing[] }) {
  if (missing.length === 0) return null
  return (
    <ul>
      {missing.map(({ target, label, why }) => (
        <li key={target}>
          {label} {why}
        </li>
      ))}
    </ul>
  )
}
