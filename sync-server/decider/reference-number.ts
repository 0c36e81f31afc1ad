import { randomInt } from 'node:crypto'

/** The number shown to people instead of an id: `FLR`, `SUP`, … followed by the time and three random characters. */
export const referenceNumber = (prefix: string, at: Date): string =>
  `${prefix}${at.getTime()}${randomInt(36 ** 3)
    .toString(36)
    .padStart(3, '0')
    .toUpperCase()}`
