import { useMemo } from 'react'
import { now } from '../clock/page-clock.ts'
import { asLanguage, type Language } from './language.ts'
import { useTranslation } from './use-translation.ts'

export type { Language }

// Western digits in both languages. All of India has one time zone, whatever the phone's setting.
const LOCALES: Record<Language, string> = { en: 'en-IN-u-nu-latn', hi: 'hi-IN-u-nu-latn' }
const TIME_ZONE = 'Asia/Kolkata'

const DATES = {
  /** 21 November 2026 */
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 21 Nov */
  day: { day: 'numeric', month: 'short' },
  /** Saturday, 21 November */
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Saturday, 21 November 2027 */
  weekdayAndYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
  /** 10:42 am */
  time: { hour: 'numeric', minute: '2-digit' },
  /** 21 Nov, 10:42 am */
  dateTime: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof DATES
/** An ISO timestamp, a day (`2026-11-21`, that day in India), or a Date. */
export type Moment = string | Date

// Creating a formatter takes longer than using it a hundred times.
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * Groups three digits, then two each: 12,34,567. Done by hand, because the browser's own formatter takes 100 ms to
 * create on a slow phone, and every screen of the shop shows a price first.
 */
const grouped = (amount: string) => amount.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d\d)*\d{3}$)/g, ','))

const isDay = /^\d{4}-\d{2}-\d{2}$/
const toDate = (moment: Moment) =>
  typeof moment === 'string' ? new Date(isDay.test(moment) ? `${moment}T12:00:00+05:30` : moment) : moment

/** ₹12,34,567; paise only when there are any. */
export const formatRupees = (rupees: number): string => {
  const paise = Math.round(rupees * 100)
  const amount = paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2)
  return `₹${grouped(amount)}`
}

/** 12,34,567; with `digits` always this many after the point. */
export const formatNumber = (value: number, digits?: number): string =>
  grouped(digits === undefined ? String(value) : value.toFixed(digits))

export const formatDate = (moment: Moment, style: DateStyle, language: Language): string => {
  const id = `${language} ${style}`
  let format = dateFormats.get(id)
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALES[language], { ...DATES[style], timeZone: TIME_ZONE })
    dateFormats.set(id, format)
  }
  return format.format(toDate(moment))
}

/** The formats in the chosen language. */
export function useFormat() {
  const { i18n } = useTranslation('common')
  const language = asLanguage(i18n.language)
  return useMemo(
    () => ({
      language,
      rupees: formatRupees,
      number: formatNumber,
      date: (moment: Moment) => formatDate(moment, 'date', language),
      day: (moment: Moment) => formatDate(moment, 'day', language),
      /** With the year, unless it is the current one. */
      weekday: (moment: Moment) => {
        const isThisYear = formatDate(moment, 'year', language) === formatDate(now(), 'year', language)
        return formatDate(moment, isThisYear ? 'weekday' : 'weekdayAndYear', language)
      },
      time: (moment: Moment) => formatDate(moment, 'time', language),
      dateTime: (moment: Moment) => formatDate(moment, 'dateTime', language),
      /** "a, b or c" */
      oneOf: (names: readonly string[]) =>
        new Intl.ListFormat(LOCALES[language], { type: 'disjunction' }).format(names),
      /** "a, b and c" */
      allOf: (names: readonly string[]) =>
        new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(names),
      /** Only the time for today; with the day for any other date. */
      when: (moment: Moment) => {
        const isToday = formatDate(moment, 'date', language) === formatDate(now(), 'date', language)
        return formatDate(moment, isToday ? 'time' : 'dateTime', language)
      },
    }),
    [language],
  )
}
