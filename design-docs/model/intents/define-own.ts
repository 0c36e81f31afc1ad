import * as v from 'valibot'
import { deviceId, timestamp } from '../values/values.ts'

/** What every own document carries beside its type and its fields. */
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
  /** The field that says what it is about; every device has one document of each subject. */
  subject: string & keyof F
  fields: F
  /** False for a document whose fields do not fit together. */
  isConsistent?: (doc: OwnDocument<T, F>) => boolean
  /** What all devices' documents say together: over all leaves, in any order, however often one is repeated. */
  merge: M
}

/**
 * Declares what a device writes for itself, freely and offline; `ownDocuments` in `own-documents.ts` lists them all. The
 * gate takes these documents and the device reads them by what is declared here.
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
