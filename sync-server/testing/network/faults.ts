/** Faults between a phone and the service. */
export type Fault =
  /** The request never arrives. */
  | 'drop before'
  /** The service handles the request, and its answer is lost. */
  | 'drop after'
  | 'delay'
  /** A proxy sends the request twice; the first answer counts. */
  | 'duplicate'
  /** A later request overtakes this one. */
  | 'reorder'
  /** The answer breaks off at some byte. */
  | 'truncate'
  /** The service handles the request, and then neither bytes nor an end arrive. */
  | 'half-open'
  /** Neither the request nor an answer gets through, and the connection stays open. */
  | 'swallow'
  /** A TCP reset in the middle of the answer. */
  | 'reset'
  /** A device in between answers with an error of its own. */
  | 'status'
  /** As 'status', but with the gate's header: an overloaded gate. */
  | 'gate status'
  /** 200 `{}` or 201 `[]`, as from a proxy or an old cache. */
  | 'wrong ok'
  /** The page of a captive portal. */
  | 'html'
  | DatabaseFault

/** Further faults between the service and its database. */
type DatabaseFault =
  /** 202: a write without a quorum; a replicated write is lost completely, because the node that stored it is dead. */
  | 'no quorum'
  /** A changes feed that does not show recent writes yet. */
  | 'late read'
  /** CouchDB handles the request when nobody waits for the answer any more. */
  | 'late write'
  | 'server error'

export const FAULTS: readonly Fault[] = [
  ...(['drop before', 'drop after', 'delay', 'duplicate', 'reorder', 'truncate', 'half-open'] as const),
  ...(['swallow', 'reset', 'status', 'gate status', 'wrong ok', 'html'] as const),
]

export const DATABASE_FAULTS: readonly Fault[] = [
  ...([
    'no quorum',
    'late read',
    'late write',
    'server error',
    'drop before',
    'drop after',
    'delay',
    'truncate',
    'reset',
  ] as const),
]

export const STATUSES = [401, 403, 404, 407, 409, 413, 429, 500, 502, 503, 504] as const
/** 401 and 404 with the gate's header make the device ask for its session, and the same proxy answers that. */
export const GATE_STATUSES = [401, 404, 413, 429, 500, 503] as const
