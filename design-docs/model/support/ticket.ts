import * as v from 'valibot'

/** The number of a support ticket: `SUP`, a timestamp and three characters. */
export const ticketNumber = v.pipe(v.string(), v.regex(/^SUP\d+[0-9A-Z]{3}$/))
