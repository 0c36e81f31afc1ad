import * as v from 'valibot'

/** Of a ticket of our support: `SUP`, its time and three characters. */
export const ticketNumber = v.pipe(v.string(), v.regex(/^SUP\d+[0-9A-Z]{3}$/))
