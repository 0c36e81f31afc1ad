/** What can go wrong between a phone and the service. */
export type Fault =
  /** The request never arrives. */
  | 'drop before'
  /** The service acts, and its answer is lost. */
  | 'drop after'
  | 'delay'
  /** A proxy sends it twice; the first answer counts. */
  | 'duplicate'
  /** Another request that came later overtakes it. */
  | 'reorder'
  /** The answer breaks off at some byte. */
  | 'truncate'
  /** The service acts, and then nothing comes any more: neither bytes nor an end. */
  | 'half-open'
  /** Neither the request nor an answer gets through, and nobody says so. */
  | 'swallow'
  /** TCP RST in the middle of the answer. */
  | 'reset'
  /** Something between answers with an error of its own. */
  | 'status'
  /** As 'status', with our gate's header: an overloaded gate. */
  | 'gate status'
  /** 200 `{}` or 201 `[]`, as a proxy or an old cache would. */
  | 'wrong ok'
  /** The page of a captive portal. */
  | 'html'
  | DatabaseFault

/** What can go wrong between the service and its database, besides. */
type DatabaseFault =
  /** 202: a write that no quorum took; of a replicated one nothing is left, for the node that took it is dead. */
  | 'no quorum'
  /** A changes feed that does not know yet what has been written. */
  | 'late read'
  /** Nobody waits for the answer any more when it acts. */
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
/** 401 and 404 with the gate's header make the device ask who it is, which the same proxy answers. */
export const GATE_STATUSES = [401, 404, 413, 429, 500, 503] as const
