import * as v from 'valibot'
import { PROBLEMS, supportCategory, TICKET_STATES, timestamp, ulidOf } from '#model'
import { callApi } from '../api/call-api.ts'
import { type Found, foundIn, type Result, resultOf } from '../api/result.ts'
import { readDraft, writeDraft } from '../local/draft-storage.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

const count = v.number()
export const DESK_ROLES = ['CUSTOMER', 'PARTNER', 'SUPPLIER', 'ADMIN'] as const
export type DeskRole = (typeof DESK_ROLES)[number]
const Counts = v.object({ CUSTOMER: count, PARTNER: count, SUPPLIER: count, ADMIN: count })

const Overview = v.object({
  at: timestamp,
  users: Counts,
  pending: v.object({ partners: count, suppliers: count }),
  orders: v.object({ total: count, sold: count, revenueRupees: count }),
  days: v.array(v.object({ day: v.string(), orders: count, revenueRupees: count })),
  troubles: count,
  /** Messages to support that wait for an answer. */
  tickets: v.optional(count, 0),
})
export type Overview = v.InferOutput<typeof Overview>

const User = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.optional(v.string()),
  city: v.optional(v.string()),
  role: v.picklist(DESK_ROLES),
  createdAt: timestamp,
})
export type User = v.InferOutput<typeof User>

const UsersPage = v.object({
  users: v.array(User),
  found: count,
  foundNonAdmins: count,
  counts: Counts,
  next: v.optional(v.string()),
})
export type UsersPage = v.InferOutput<typeof UsersPage>
/** `query`: the filter of the list. */
const KeptUsers = v.object({ at: timestamp, query: v.string(), page: UsersPage })

export const USER_SORTS = ['newest', 'oldest', 'name', 'role', 'city'] as const
export type UserSort = (typeof USER_SORTS)[number]

export interface UsersFilter {
  q: string
  role: DeskRole | ''
  sort: UserSort
}

const Job = v.object({
  id: v.string(),
  by: v.string(),
  at: timestamp,
  state: v.picklist(['waiting', 'running', 'checking', 'done', 'undone']),
  isEverybody: v.boolean(),
  done: count,
  total: count,
  /** How long the desk offers Undo. The service accepts it as long as the job waits. */
  undoSeconds: v.optional(count),
})
export type DeletionJob = v.InferOutput<typeof Job>

const Trouble = v.object({
  id: v.string(),
  what: v.picklist(['intent', 'mail', 'document']),
  kind: v.optional(v.string()),
  since: timestamp,
  tries: v.optional(count),
  error: v.optional(v.string()),
})
export type Trouble = v.InferOutput<typeof Trouble>

const Ticket = v.object({
  ...{ id: v.string(), version: count, number: v.string(), state: v.picklist(TICKET_STATES), at: timestamp },
  ...{ name: v.string(), email: v.optional(v.string()), phone: v.optional(v.string()) },
  ...{ category: supportCategory, subject: v.string(), message: v.string(), closingNote: v.optional(v.string()) },
  ...{ order: v.optional(v.string()), orderNumber: v.optional(v.string()) },
  ...{ problem: v.optional(v.picklist(PROBLEMS)), job: v.optional(v.string()) },
  answers: v.array(v.object({ text: v.string(), at: timestamp })),
  /** Absent for a visitor, who is answered by mail. */
  account: v.optional(v.string()),
  taken: v.optional(v.object({ by: v.string(), name: v.string(), until: timestamp })),
})
export type DeskTicket = v.InferOutput<typeof Ticket>

const Tickets = v.object({ at: timestamp, tickets: v.array(Ticket) })
type DeskTickets = v.InferOutput<typeof Tickets>

const Settings = v.object({
  version: count,
  emailNotifications: v.boolean(),
  autoApproval: v.boolean(),
  maintenance: v.boolean(),
})
export type DeskSettings = v.InferOutput<typeof Settings>

/** What an application holds beside its row; nothing of it is kept in this browser. */
const ApplicationDetails = v.object({
  documents: v.array(v.object({ name: v.string(), type: v.string(), size: count })),
  emergencyContact: v.optional(v.string()),
  languages: v.optional(v.array(v.string()), []),
  serviceRadius: v.optional(count),
  panNumber: v.optional(v.string()),
  /** The last four digits. */
  aadhaarEnds: v.optional(v.string()),
  isAadhaarWellFormed: v.optional(v.boolean()),
  /** Whether another application has the same Aadhaar number. */
  isAadhaarKnown: v.optional(v.boolean()),
  businessLicense: v.optional(v.string()),
  experience: v.optional(v.string()),
})
export type ApplicationDetails = v.InferOutput<typeof ApplicationDetails>

const FreshCode = v.object({ until: timestamp })
export type FreshCode = v.InferOutput<typeof FreshCode>

const get = async <T>(path: string, schema: v.GenericSchema<unknown, T>): Promise<Found<T>> =>
  foundIn(await callApi(currentDataLayer().environment, 'GET', `/api/admin/${path}`), schema)
const post = async <T>(path: string, schema: v.GenericSchema<unknown, T>, body?: object): Promise<Found<T>> =>
  foundIn(await callApi(currentDataLayer().environment, 'POST', `/api/admin/${path}`, body), schema)

const queryOf = ({ q, role, sort }: UsersFilter, more: Record<string, string> = {}) =>
  new URLSearchParams({ ...(q && { q }), ...(role && { role }), sort, ...more }).toString()

/**
 * What the admin's desk asks the service; waiting applications and messages come by the feed. The service may refuse
 * each change with `fresh_code_needed`.
 */
export const desk = {
  async overview(): Promise<Found<Overview>> {
    const found = await get('overview', Overview)
    if (found.ok) keep('desk-overview', found.value)
    return found
  },
  /** The overview that this browser read last. */
  lastOverview: (): Overview | undefined => kept('desk-overview', Overview),

  /** A page of users; `after` is the `next` of the page before. The desk keeps the last first page for reading offline. */
  async users(filter: UsersFilter, after?: string): Promise<Found<UsersPage>> {
    const found = await get(`users?${queryOf(filter, after === undefined ? {} : { after })}`, UsersPage)
    const at = currentDataLayer().environment.now().toISOString()
    if (found.ok && after === undefined) keep('desk-users', { at, query: queryOf(filter), page: found.value })
    return found
  },
  /** The first page that this browser read last; undefined if it had another filter. */
  lastUsers(filter: UsersFilter): { at: string; page: UsersPage } | undefined {
    const last = kept('desk-users', KeptUsers)
    return last?.query === queryOf(filter) ? last : undefined
  },
  /** The ids of all people whom the filter leaves, without admins. */
  async userIds(filter: UsersFilter): Promise<Found<string[]>> {
    const found = await get(`users/ids?${queryOf(filter)}`, v.object({ ids: v.array(v.string()) }))
    return found.ok ? { ok: true, value: found.value.ids } : found
  },
  csvAddress: (filter: UsersFilter): string =>
    `${currentDataLayer().environment.origin}/api/admin/users.csv?${queryOf(filter)}`,

  deleteUsers: (ids: readonly string[]): Promise<Found<DeletionJob>> => post('deletions', Job, { ids }),
  deleteEverybody: (): Promise<Found<DeletionJob>> => post('deletions', Job, { everybody: true }),
  undoDeletion: (id: string): Promise<Found<DeletionJob>> => post(`deletions/${id}/undo`, Job),
  async runningDeletions(): Promise<Found<DeletionJob[]>> {
    const found = await get('deletions', v.object({ jobs: v.array(Job) }))
    return found.ok ? { ok: true, value: found.value.jobs } : found
  },
  deletion: (id: string): Promise<Found<DeletionJob>> => get(`deletions/${id}`, Job),

  takeRole: async (id: string, reason: string): Promise<Result> =>
    resultOf(
      await callApi(currentDataLayer().environment, 'POST', `/api/admin/users/${id}/role`, {
        role: 'CUSTOMER',
        reason,
      }),
    ),

  /** The newest messages to support that were closed; the feed holds the others. */
  async closedTickets(): Promise<Found<DeskTickets>> {
    const found = await get('tickets', Tickets)
    if (found.ok) keep('desk-tickets', found.value)
    return found
  },
  /** The closed messages that this browser read last. */
  lastClosedTickets: (): DeskTickets | undefined => kept('desk-tickets', Tickets),

  async troubles(): Promise<Found<Trouble[]>> {
    const found = await get('troubles', v.object({ troubles: v.array(Trouble) }))
    return found.ok ? { ok: true, value: found.value.troubles } : found
  },
  retry: async (id: string): Promise<Result> =>
    resultOf(await callApi(currentDataLayer().environment, 'POST', '/api/admin/retry', { id })),

  /** What an application (an id) holds beside its row. */
  application: (id: string): Promise<Found<ApplicationDetails>> =>
    get(`applications/${ulidOf(id)}`, ApplicationDetails),
  /** The address of an applicant's document; it answers only while a code is fresh. */
  documentAddress: (application: string, name: string): string =>
    `${currentDataLayer().environment.origin}/api/admin/applications/${ulidOf(application)}/documents/${name}`,

  settings: (): Promise<Found<DeskSettings>> => get('settings', Settings),
  changeSettings: (settings: DeskSettings): Promise<Found<DeskSettings>> => post('settings', Settings, settings),

  /** Until when a code that was typed counts as fresh. */
  freshCode: (): Promise<Found<FreshCode>> => get('proof', FreshCode),
}

type Kept = 'desk-overview' | 'desk-users' | 'desk-tickets'

const keep = (name: Kept, value: object) => writeDraft(currentDataLayer().environment.values, name, value)

function kept<T>(name: Kept, schema: v.GenericSchema<unknown, T>): T | undefined {
  const read = v.safeParse(schema, readDraft(currentDataLayer().environment.values, name))
  return read.success ? read.output : undefined
}
