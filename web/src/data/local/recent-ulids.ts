import { encodeTime } from 'ulid'
import { now } from '../../clock/page-clock.ts'

const RECENT_MS = 2 * 86_400_000
const TIME_LETTERS = 10

/** The beginning of the ULIDs of two days ago: a claim or a switching of duty that is older is decided or too late. */
export const recentUlids = (): string => encodeTime(now().getTime() - RECENT_MS, TIME_LETTERS)
