import type { ApplicationDocument } from '#model'
import type { Uploads } from '../../../data/uploads/uploads.ts'

export interface WantedDocument {
  name: ApplicationDocument
  /** As the person reads it: "Driving licence". */
  label: string
  isOptional: boolean
}

interface Props {
  documents: readonly WantedDocument[]
  uploads: Uploads
}

/** The DOM id of a document's row; it can have the focus. */
export const documentRowId = (name: ApplicationDocument) => `document-${name}`

/** One row a document: its preview, its state, and what the person can do with it. */
export function DocumentRows({ documents }: Props) {
  return (
    <ul>
      {documents.map(({ name, label }) => (
        <li key={name} id={documentRowId(name)} tabIndex={-1}>
          {label}
        </li>
      ))}
    </ul>
  )
}
