import * as v from 'valibot'
import { type ApplicationType, ulid } from '#model'
import { drafts } from '../drafts.ts'
import type { Draft } from '../local/draft-storage.ts'
import { accountOf } from '../local/session-state.ts'
import { newSecret } from '../platform/random-id.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import type { DataLayer } from '../runtime/data-layer.ts'

export type TypedValue = string | readonly string[]
/** What a person has typed, by field. */
export type TypedValues = Readonly<Record<string, TypedValue>>

/** No storage holds these fields, only the memory of this page: a phone may be lent, lost or sold. */
const NEVER_STORED = ['password', 'confirmPassword', 'aadharNumber', 'bankAccount'] as const

const DRAFTS: Record<ApplicationType, Draft> = {
  driver: 'application-driver',
  wholesale_supplier: 'application-supplier',
}

const Kept = v.object({
  /** The application's ULID, to which its files belong and by which the service recognises a repeat. */
  id: ulid,
  values: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
  /** The names of the fields of `NEVER_STORED` that were typed. */
  typed: v.array(v.string()),
  /** Whether the person has submitted it; the page that was to send it may have been closed before it could. */
  isSubmitted: v.optional(v.boolean(), false),
  /** By this the service knows the browser again if the answer to the submission was lost. */
  secret: v.optional(v.string()),
})
type Kept = v.InferOutput<typeof Kept>

interface Secrets {
  owner: string | undefined
  values: Record<string, string>
}
const secretsOfPages = new WeakMap<DataLayer, Map<ApplicationType, Secrets>>()

/** The application that a person is filling in, one of each type. */
export function applicationDraft(type: ApplicationType) {
  const name = DRAFTS[type]

  const kept = (): Kept => {
    const read = v.safeParse(Kept, drafts.get(name))
    if (read.success) return read.output
    const fresh = { id: currentDataLayer().ids.nextUlid(), values: {}, typed: [], isSubmitted: false }
    drafts.save(name, fresh)
    return fresh
  }

  return {
    /** The same until `clear`. */
    id: (): string => kept().id,
    /** The same until `clear`. */
    secret(): string {
      const { secret = newSecret(), ...rest } = kept()
      drafts.save(name, { ...rest, secret })
      return secret
    },
    values: (): TypedValues => ({ ...kept().values, ...secretsOf(type).values }),
    isSubmitted: (): boolean => kept().isSubmitted,
    markSubmitted: (isSubmitted: boolean): void => drafts.save(name, { ...kept(), isSubmitted }),

    /** Keeps what was typed; the other fields stay as they are. */
    save(changes: TypedValues): void {
      const { typed, values, ...rest } = kept()
      const secrets = secretsOf(type)
      const next = { ...values }
      const names = new Set(typed)
      for (const [field, value] of Object.entries(changes)) {
        if (!isSecret(field)) next[field] = typeof value === 'string' ? value : [...value]
        // An empty field says nothing: after a reload every one of them is empty.
        else if (typeof value === 'string' && (value !== '' || secrets.values[field])) {
          secrets.values[field] = value
          if (value === '') names.delete(field)
          else names.add(field)
        }
      }
      drafts.save(name, { ...rest, values: next, typed: [...names] })
    },

    /** The fields that were typed and that this page does not know: it has been reloaded, or opened again, since then. */
    forgotten(): string[] {
      const { values } = secretsOf(type)
      return kept().typed.filter((field) => !values[field])
    },

    clear(): void {
      drafts.clear(name)
      secretsOfPages.get(currentDataLayer())?.delete(type)
    },
  }
}
export type ApplicationDraft = ReturnType<typeof applicationDraft>

/** Begins the application with what was typed on another screen; a field that was left empty there stays as it is. */
export function prefillApplication(type: ApplicationType, typed: Readonly<Record<string, string | undefined>>): void {
  const filled = Object.entries(typed).flatMap(([field, text]) => (text ? [[field, text] as const] : []))
  applicationDraft(type).save(Object.fromEntries(filled))
}

const isSecret = (field: string) => NEVER_STORED.some((name) => name === field)

/** Nobody but the person who typed them gets them; a visitor who signs in is the same person. */
function secretsOf(type: ApplicationType): Secrets {
  const layer = currentDataLayer()
  const owner = accountOf(layer.sessionState.get())?.id
  const ofPage = secretsOfPages.get(layer) ?? new Map<ApplicationType, Secrets>()
  secretsOfPages.set(layer, ofPage)
  const known = ofPage.get(type)
  const isOfOther = known?.owner !== undefined && known.owner !== owner
  const secrets = known && !isOfOther ? { owner, values: known.values } : { owner, values: {} }
  ofPage.set(type, secrets)
  return secrets
}
