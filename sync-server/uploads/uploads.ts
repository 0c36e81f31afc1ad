import type { FileType } from '#model'

/** A file that is up completely. */
export interface CompleteUpload {
  type: FileType
  /** In bytes. */
  size: number
}

/**
 * Files on the way to an application. A secret is the right to its upload; the database knows it by its keyed hash, the
 * *name*. An application keeps names, never secrets.
 */
export interface Uploads {
  nameOf(secret: string): string
  /** Returns undefined if there is no such upload, or if it is not complete. */
  look(name: string): Promise<CompleteUpload | undefined>
  /** Returns the whole file; undefined as `look`. */
  read(name: string): Promise<(CompleteUpload & { bytes: Buffer }) | undefined>
  /**
   * Marks complete uploads as an application's, before its core document is written. Returns the names that cannot be
   * claimed: unknown ones, incomplete ones, and those that were begun for another application. Safe to repeat.
   * The sweep leaves a claimed upload alone as long as `applications/application:<ulid>` names it in `uploads`.
   */
  claim(names: readonly string[], application: string): Promise<string[]>
  /** Removes the uploads with all their pieces. Safe to repeat. */
  remove(names: readonly string[]): Promise<void>
}
