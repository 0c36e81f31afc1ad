/** Browsers and Node both have it; the model uses the types of neither. */
declare const TextEncoder: new () => { encode(text: string): { length: number } }

/** The gate finally refuses a larger document. */
export const MOST_DOCUMENT_BYTES = 32 * 1024
/** Reserved for the revision, which is added when the document is stored. */
const REVISION_BYTES = 64

export const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Whether the gate will accept a document that is not stored yet. */
export const fitsDocument = (doc: object): boolean => bytesOf(doc) <= MOST_DOCUMENT_BYTES - REVISION_BYTES
