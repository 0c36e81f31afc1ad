import { setAvailability } from '#model'
import { ask } from '../ask.ts'

export type { DutyView } from '#model'

/** Goes on duty or off duty; works without a network. */
export const setDuty = (online: boolean) => ask(setAvailability, { online })
