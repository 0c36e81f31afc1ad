import { linkifyit } from 'linkify-it'

/** A part of a text; one with `href` can be tapped. */
interface TextPart {
  /** Where it begins. */
  at: number
  text: string
  href?: string
}

// Web addresses need their scheme: in "Thanks.In the evening" nothing is a link.
const links = linkifyit({ maxLength: 2000 }).add('ftp:', null).add('//', null)
const SAFE = new Set(['https:', 'http:', 'mailto:'])

/** Matches mobile numbers of India: ten digits, with or without +91 or 0. */
const PHONE = /(?:\+91[ -]?|0)?[6-9]\d{4}[ -]?\d{5}/g
const PART_OF_WORD = /[\p{L}\p{N}+]/u

/** Cuts a text into parts, which put together are the same text. */
export function partsOfText(text: string): TextPart[] {
  const found = [...linksIn(text)]
  const parts: TextPart[] = []
  let at = 0
  for (const part of found) {
    if (part.at > at) parts.push(...withPhones(text.slice(at, part.at), at))
    parts.push(part)
    at = part.at + part.text.length
  }
  if (at < text.length) parts.push(...withPhones(text.slice(at), at))
  return parts
}

function linksIn(text: string): TextPart[] {
  return (links.match(text) ?? []).flatMap(({ index, lastIndex, url }) =>
    isSafe(url) ? [{ at: index, text: text.slice(index, lastIndex), href: url }] : [],
  )
}

function isSafe(url: string): boolean {
  try {
    return SAFE.has(new URL(url).protocol)
  } catch {
    return false
  }
}

function withPhones(text: string, from: number): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: number, index } of text.matchAll(PHONE)) {
    const [before, after] = [text[index - 1] ?? '', text[index + number.length] ?? '']
    if (PART_OF_WORD.test(before) || PART_OF_WORD.test(after)) continue
    if (index > at) parts.push({ at: from + at, text: text.slice(at, index) })
    parts.push({ at: from + index, text: number, href: `tel:+91${number.replaceAll(/\D/g, '').slice(-10)}` })
    at = index + number.length
  }
  if (at < text.length) parts.push({ at: from + at, text: text.slice(at) })
  return parts
}
