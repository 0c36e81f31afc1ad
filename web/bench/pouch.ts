import { createRequire } from 'node:module'

/** PouchDB's own types change Node's Buffer for the whole program, so the bench declares the types that it needs. */
export interface Replication extends Promise<{ docs_written: number }> {
  on(event: 'paused', listener: (error?: unknown) => void): Replication
  cancel(): void
}

interface Changes {
  on(event: 'change', listener: (change: { id: string }) => void): Changes
  cancel(): void
}

export interface Pouch {
  put(doc: { _id: string }): Promise<unknown>
  bulkDocs(docs: object[]): Promise<unknown>
  info(): Promise<{ doc_count: number }>
  changes(options: { live: true; since: number | 'now' }): Changes
  replicate: { to(other: Pouch, options: object): Replication; from(other: Pouch, options: object): Replication }
  close(): Promise<void>
}

export interface PouchConstructor {
  new (name: string, options?: object): Pouch
  defaults(options: object): PouchConstructor
}

export const PouchDB = createRequire(import.meta.url)('pouchdb') as PouchConstructor
