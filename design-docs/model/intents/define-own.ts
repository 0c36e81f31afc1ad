import * as v from 'valibot'
import { deviceId, timestamp } from '../values/values.ts'

/** The members that every own document has beside its type and its fields. */
const envelope = {
  _id: v.string(),
  _rev: v.optional(v.string()),
  device: deviceId,
  updatedAt: timestamp,
}

type Entries<T extends string, F extends v.ObjectEntries> = typeof envelope & {
  type: v.LiteralSchema<T, undefined>
} & F
export type OwnDocument<T extends string, F extends v.ObjectEntries> = v.InferOutput<
  v.StrictObjectSchema<Entries<T, F>, undefined>
>

interface Declaration<T extends string, P extends string, F extends v.ObjectEntries, M> {
  type: T
  /** Ids are `<prefix>:<subject>:<device>`. */
  idPrefix: P
  /** The name of the field with the subject; every device has one document for each subject. */
  subject: string & keyof F
  fields: F
  /** Returns false for a document whose fields contradict each other. */
  isConsistent?: (doc: OwnDocument<T, F>) => boolean
  /** Merges all leaves of all devices' documents; their order and repetitions must not change the result. */
  merge: M
}

/**
 * Declares a type of document that a device may write by itself, also offline; `ownDocuments` in `own-documents.ts`
 * lists all types. The gate checks these documents, and the device reads them, with this declaration.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineOwn<
  const T extends string,
  const P extends string,
  F extends v.ObjectEntries,
  M extends (leaves: readonly OwnDocument<T, F>[], ...more: never[]) => unknown,
>(declaration: Declaration<T, P, F, M>) {
  const { type, idPrefix, subject, fields, isConsistent = () => true } = declaration
  const id = (of: string, device: string) => `${idPrefix}:${of}:${device}`
  const entries: Entries<T, F> = { ...envelope, type: v.literal(type), ...fields }
  const schema = v.pipe(
    v.strictObject(entries),
    v.check((doc) => doc._id === id(String(doc[subject]), String(doc.device)), 'id_mismatch'),
    v.check(isConsistent, 'inconsistent'),
  )
  return { ...declaration, id, schema }
}
