import * as v from 'valibot'
import { isNormalEmail, normaliseEmail } from './email.ts'
import { hasAtMostLetters } from './letters.ts'
import { normalisePhone, normalisePincode } from './phone.ts'
import { digitsIn } from './read-numbers.ts'
import { cleanText, tidyText } from './visible-text.ts'

/** A time in UTC, ISO 8601 with milliseconds, as `Date.prototype.toISOString` writes it. */
export const timestamp = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/), v.maxLength(30))
/** An existing calendar day, `YYYY-MM-DD`. */
export const plainDate = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((day) => {
    const at = new Date(`${day}T00:00:00Z`)
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
  }, 'no such day'),
)
/** Whole rupees. */
export const rupees = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000))
export const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))
export const version = v.pipe(v.number(), v.integer(), v.minValue(1))
export const revision = v.pipe(v.string(), v.regex(/^\d+-[0-9a-f]{32}$/))

/** The maximum length of typed texts, in letters as people see them (graphemes). */
export const MOST_LETTERS = { name: 200, phone: 40, address: 1000, pincode: 20, landmark: 200, message: 500 } as const
const mostLetters: Partial<Record<string, number>> = MOST_LETTERS
/** Undefined if the field has no such limit. */
export const mostLettersIn = (field: string): number | undefined => mostLetters[field]
/** The maximum length of a password, in UTF-16 code units: a longer one is refused where it is chosen, and to sign in. */
export const MOST_PASSWORD_CHARACTERS = 200
/** The maximum quantity of one flower in one order. */
export const MOST_PIECES = 1000

/** Cleans and trims a typed text. */
export const tidy = v.transform(tidyText)
/** Refuses a text of more than `most` letters as people see them. */
export const maxLetters = (most: number, code?: string) => v.check((text: string) => hasAtMostLetters(text, most), code)

/** A typed text, cleaned and trimmed, that is not empty. */
const typed = (max: number) => v.pipe(v.string(), tidy, v.minLength(1), maxLetters(max))
export const shortText = typed(MOST_LETTERS.name)
export const longText = typed(MOST_LETTERS.address)
/** A phone number in the one form in which it is stored. */
export const phoneNumber = v.pipe(
  v.string(),
  v.transform(normalisePhone),
  v.minLength(1),
  maxLetters(MOST_LETTERS.phone),
)
export const postalCode = v.pipe(
  v.string(),
  v.transform(normalisePincode),
  v.minLength(1),
  maxLetters(MOST_LETTERS.pincode),
)
/** The message on the card with the flowers. */
export const cardMessage = v.pipe(v.string(), v.transform(cleanText), maxLetters(MOST_LETTERS.message))
export const emailAddress = v.pipe(v.string(), v.transform(normaliseEmail), v.check(isNormalEmail))
export const isEmailAddress = (text: string): boolean => v.is(emailAddress, text)
/** A mailed code as people type or paste it, with blanks, dashes or the digits of any script. */
export const oneTimeCode = v.pipe(v.string(), v.maxLength(100), v.transform(digitsIn), v.minLength(1), v.maxLength(20))

export const LANGUAGES = ['en', 'hi'] as const
export const language = v.picklist(LANGUAGES)
export type Language = v.InferOutput<typeof language>

export const localisedText = v.strictObject({ en: v.string(), hi: v.string() })
export type LocalisedText = v.InferOutput<typeof localisedText>

export const deviceId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))
export const accountId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}'
export const ulid = v.pipe(v.string(), v.regex(new RegExp(`^${ULID}$`)))
/** Document ids of the form `<prefix>:<ulid>`. */
export const idWithUlid = (prefix: string) => v.pipe(v.string(), v.regex(new RegExp(`^${prefix}:${ULID}$`)))

/** A device's counters for each device, including itself: device id → counter. */
export const counters = v.record(deviceId, count)
export type Counters = v.InferOutput<typeof counters>
