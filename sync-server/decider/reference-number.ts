import { randomInt } from 'node:crypto'

/** What people are told instead of an id: `FLR`, `SUP`, … with the time and three random characters. */
export const referenceNumber = (prefix: string, at: Date): string =>
  `${prefix}${at.getTime()}${randomInt(36 ** 3)
    .toString(36)
    .padStart(3, '0')
    .toUpperCase()}`
