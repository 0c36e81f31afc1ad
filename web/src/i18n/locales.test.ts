import { describe, expect, it } from 'vitest'
import { english as applicationsEnglish, hindi as applicationsHindi } from './applications-texts.ts'
import { english as bulkOrderEnglish, hindi as bulkOrderHindi } from './bulk-order-texts.ts'
import { english as bulkEnglish, hindi as bulkHindi } from './bulk-texts.ts'
import { english as careersEnglish, hindi as careersHindi } from './careers-texts.ts'
import { english as chatEnglish, hindi as chatHindi } from './chat-texts.ts'
import { english as deliveriesEnglish, hindi as deliveriesHindi } from './deliveries-texts.ts'
import { english as deskEnglish, hindi as deskHindi } from './desk-texts.ts'
import { english as partnerEnglish, hindi as partnerHindi } from './driver-profile-texts.ts'
import { english as shell } from './english.ts'
import { frontEnglish } from './front-english.ts'
import { english as guardEnglish, hindi as guardHindi } from './guard-texts.ts'
import { hindi as screensHindi } from './hindi.ts'
import { english as refusalsEnglish, hindi as refusalsHindi } from './refusal-texts.ts'
import { screensEnglish } from './screens-english.ts'
import { english as readingEnglish, hindi as readingHindi } from './static-page-texts.ts'
import { english as supportEnglish, hindi as supportHindi } from './support-texts.ts'
import { english as uploadsEnglish, hindi as uploadsHindi } from './uploads-texts.ts'
import { english as supplierEnglish, hindi as supplierHindi } from './wholesale-profile-texts.ts'
import { english as wholesaleEnglish, hindi as wholesaleHindi } from './wholesale-texts.ts'

const english = {
  ...shell,
  ...frontEnglish,
  ...screensEnglish,
  ...readingEnglish,
  ...supportEnglish,
  ...careersEnglish,
  ...applicationsEnglish,
  ...deskEnglish,
  ...applicationsEnglish,
  ...chatEnglish,
  ...deliveriesEnglish,
  ...partnerEnglish,
  ...bulkEnglish,
  ...bulkOrderEnglish,
  ...guardEnglish,
  ...refusalsEnglish,
  ...uploadsEnglish,
  ...wholesaleEnglish,
  ...supplierEnglish,
}
const hindi = {
  ...screensHindi,
  ...readingHindi,
  ...supportHindi,
  ...careersHindi,
  ...applicationsHindi,
  ...deskHindi,
  ...applicationsHindi,
  ...chatHindi,
  ...deliveriesHindi,
  ...partnerHindi,
  ...bulkHindi,
  ...bulkOrderHindi,
  ...guardHindi,
  ...refusalsHindi,
  ...uploadsHindi,
  ...wholesaleHindi,
  ...supplierHindi,
}

type Texts = { [key: string]: string | Texts }

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )

const placeholders = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name).sort()

const namespaces = Object.keys(english) as (keyof typeof english)[]

describe.each(namespaces)('the texts of %s', (namespace) => {
  const en = new Map(flat(english[namespace]))
  const hi = new Map(flat(hindi[namespace]))

  it('exist in both languages', () => {
    expect([...hi.keys()].sort()).toEqual([...en.keys()].sort())
  })

  it('are never empty', () => {
    expect([...en, ...hi].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('name the same values in both languages', () => {
    for (const [key, text] of en) expect([key, placeholders(hi.get(key) ?? '')]).toEqual([key, placeholders(text)])
  })

  it('use western digits', () => {
    expect([...hi].filter(([, text]) => /[०-९]/.test(text))).toEqual([])
  })
})
