import * as v from 'valibot'
import type { Couch } from '../couch/couch.ts'

const Toggles = {
  /** Mails to admins about what waits for them. */
  emailNotifications: v.boolean(),
  /** Complete applications are approved without an admin. */
  autoApproval: v.boolean(),
  /** Only admins may change anything; reading and signing in go on. */
  maintenance: v.boolean(),
}
/** `version` is that of the settings which the admin saw. */
export const ChangedSettings = v.strictObject({ ...Toggles, version: v.pipe(v.number(), v.integer(), v.minValue(0)) })

interface DeskSettings extends v.InferOutput<typeof ChangedSettings> {
  /** When they were changed last, and by which admin's account. */
  changedAt?: string
  changedBy?: string
}

export interface SettingsStore {
  get(): Promise<DeskSettings>
  /** Returns undefined if another admin has changed them since `version`. */
  change(settings: v.InferOutput<typeof ChangedSettings>, by: string): Promise<DeskSettings | undefined>
  /** May be 2 s old. */
  isMaintenance(): Promise<boolean>
}

const ID = 'desk-settings'
const AT_FIRST: DeskSettings = { version: 0, emailNotifications: true, autoApproval: false, maintenance: false }
const CACHE_MS = 2_000

export function openDeskSettings({ couch, now }: { couch: Couch; now: () => Date }): SettingsStore {
  const store = couch.db('work')
  let cached: { settings: Promise<DeskSettings>; until: number } | undefined

  async function get(): Promise<DeskSettings> {
    const { _id, _rev, ...settings } = (await store.get<DeskSettings>(ID)) ?? { ...AT_FIRST, _id: '', _rev: '' }
    return settings
  }

  return {
    get,

    async change({ version, emailNotifications, autoApproval, maintenance }, changedBy) {
      const toggles = { emailNotifications, autoApproval, maintenance }
      let after: DeskSettings | undefined
      await store.update<DeskSettings>(ID, (before) => {
        const isAsSeen = (before?.version ?? AT_FIRST.version) === version
        after = isAsSeen ? { ...toggles, version: version + 1, changedAt: now().toISOString(), changedBy } : undefined
        return after && { ...after, _id: ID }
      })
      cached = undefined
      return after
    },

    async isMaintenance() {
      if (!cached || cached.until <= Date.now()) {
        const settings = get()
        cached = { settings, until: Date.now() + CACHE_MS }
        // A failure is not remembered.
        settings.catch(() => {
          cached = undefined
        })
      }
      return (await cached.settings).maintenance
    },
  }
}
