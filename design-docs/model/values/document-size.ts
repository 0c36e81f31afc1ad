/** Browsers and Node both have it; the model knows neither's types. */
declare const TextEncoder: new () => { encode(text: string): { length: number } }

/** The gate refuses a larger document for good. */
export const MOST_DOCUMENT_BYTES = 32 * 1024
/** For the revision that storing adds. */
const REVISION_BYTES = 64

export const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Whether the gate will take a document that is not stored yet. */
export const fitsDocument = (doc: object): boolean => bytesOf(doc) <= MOST_DOCUMENT_BYTES - REVISION_BYTES
