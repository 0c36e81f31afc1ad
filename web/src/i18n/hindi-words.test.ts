import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hindi as applicationsHindi } from './applications-texts.ts'
import { hindi as bulkOrderHindi } from './bulk-order-texts.ts'
import { hindi as bulkHindi } from './bulk-texts.ts'
import { hindi as careersHindi } from './careers-texts.ts'
import { hindi as chatHindi } from './chat-texts.ts'
import { hindi as deliveriesHindi } from './deliveries-texts.ts'
import { hindi as deskHindi } from './desk-texts.ts'
import { hindi as partnerHindi } from './driver-profile-texts.ts'
import { hindi as guardHindi } from './guard-texts.ts'
import { hindi as screensHindi } from './hindi.ts'
import { hindi as refusalsHindi } from './refusal-texts.ts'
import { hindi as readingHindi } from './static-page-texts.ts'
import { hindi as supportHindi } from './support-texts.ts'
import { hindi as uploadsHindi } from './uploads-texts.ts'
import { hindi as supplierHindi } from './wholesale-profile-texts.ts'
import { hindi as wholesaleHindi } from './wholesale-texts.ts'

/** One word for one thing: a form that a text must not use, and the word to use instead. */
const BANNED: [form: RegExp, instead: string][] = [
  [/विक्रेता/, 'सप्लायर'],
  [/थोक सप्लायर/, 'सप्लायर'],
  [/उपकरण/, 'डिवाइस'],
  [/लॉगिन|लॉगइन|लॉग-इन|साइन[ -]?इन/, 'लॉग इन'],
  [/(व्हाट|व्हॉट|वॉट|वाट)्?स/, 'WhatsApp'],
  [/उपयोगकर्ता/, 'यूज़र'],
  [/पंजीकरण|पंजीकृत/, 'रजिस्टर'],
  [/फ़ोन में/, 'फ़ोन पर'],
  [/ड्राइवर/, 'डिलीवरी पार्टनर'],
  [/बाकी/, 'बाक़ी'],
  [/खाली/, 'ख़ाली'],
  [/तरीक(?!़)/, 'तरीक़ा'],
  [/तारीख(?!़)/, 'तारीख़'],
  [/गडबड|गड़बड(?!़)|गड़बड़(?!ी)/, 'गड़बड़ी'],
  [/अपने आप/, 'अपने-आप'],
  [/काग़ज़ात/, 'दस्तावेज़'],
  [/\bPAN\b/, 'पैन'],
  [/वाहन/, 'गाड़ी'],
  [/व्यापार|व्यवसाय/, 'कारोबार'],
  [/आपात संपर्क/, 'आपातकालीन संपर्क'],
  [/पते का प्रमाण/, 'पते का सबूत'],
  [/मरम्मत/, 'रखरखाव'],
  [/सत्र समाप्त/, 'सत्र ख़त्म'],
  [/कार्य दिवस|कार्यदिवस/, 'कामकाजी दिन'],
]

interface Place {
  at: string
  text: string
}

type Texts = { [key: string]: string | Texts }

const flat = (texts: Texts, prefix: string): Place[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ at: `${prefix}${key}`, text: value }] : flat(value, `${prefix}${key}.`),
  )

const linesOf = (pattern: string): Place[] =>
  globSync(pattern)
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((text, n) => ({ at: `${file}:${n + 1}`, text })),
    )
    .filter(({ text }) => /\p{Script=Devanagari}/u.test(text))

// A letter with a dot can be written as one character or as two: NFD always makes it two.
const decomposed = (places: Place[]) => places.map(({ at, text }) => ({ at, text: text.normalize('NFD') }))

const sources = [
  {
    source: 'the screens',
    places: decomposed(
      flat(
        {
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
        },
        '',
      ),
    ),
  },
  { source: 'the mails', places: decomposed(linesOf('sync-server/email/**/*.ts')) },
  { source: 'the page after a social sign-in', places: decomposed(linesOf('sync-server/social/callback-page.ts')) },
  { source: 'the page before the app has loaded', places: decomposed(linesOf('web/index.html')) },
]

it.each(sources)('$source use one Hindi word for one thing', ({ places }) => {
  expect(places.length).toBeGreaterThan(0)
  const wrong = places.flatMap(({ at, text }) =>
    BANNED.filter(([form]) => new RegExp(form.source.normalize('NFD')).test(text)).map(
      ([form, instead]) => `${at}: ${form.source} → ${instead}`,
    ),
  )
  expect(wrong).toEqual([])
})

it('a Hindi word is spelt with its dot below everywhere or nowhere', () => {
  const spellings = new Map<string, Set<string>>()
  for (const { places } of sources)
    for (const { text } of places)
      for (const word of text.match(/[\p{Script=Devanagari}]+/gu) ?? []) {
        // ड़ and ढ़ are letters of their own, never a misspelt ड or ढ.
        const bare = word.replaceAll(/([कखगजफ])़/g, '$1')
        spellings.set(bare, (spellings.get(bare) ?? new Set()).add(word))
      }
  expect([...spellings.values()].filter((forms) => forms.size > 1).map((forms) => [...forms])).toEqual([])
})
