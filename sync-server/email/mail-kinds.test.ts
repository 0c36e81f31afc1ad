import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { COMPANY_NAME } from '#model'
import { readSettings } from '../settings/settings.ts'
import type { Words } from './kinds/define-mail.ts'
import type { MailKind } from './kinds/mail-kinds.ts'
import { type Mail, renderMail } from './mail.ts'
import type { Rendered } from './templates/letter.ts'
import { escapeHtml } from './templates/markup.ts'
import { ANSWERED_LINK, MAIL_KINDS, sampleMail } from './testing/sample-mails.ts'

const secrets = { code: async () => '123456', token: async () => 'a-token' }
const nothing = { code: async () => undefined, token: async () => undefined }
const now = new Date('2026-11-21T06:00:00.000Z')
const publicUrl = 'https://mogra.example'
const { company } = readSettings({})

async function render(kind: MailKind, language: 'en' | 'hi' = 'en', typed?: string): Promise<Rendered> {
  const rendered = await renderMail(sampleMail(kind, language, typed), { secrets, publicUrl, company, now })
  if (!rendered) throw new Error(`${kind} has nothing to say`)
  return rendered
}

const LANGUAGES = ['en', 'hi'] as const
const DEVANAGARI = /\p{Script=Devanagari}/u

describe.each(MAIL_KINDS)('%s', (kind) => {
  test.each(LANGUAGES)(
    'contains the company, its support address and telephone, and the year (%s)',
    async (language) => {
      const { text, html, subject } = await render(kind, language)
      for (const part of [text, html])
        for (const word of [COMPANY_NAME[language], company.supportEmail, company.supportPhone, '2026'])
          expect(part).toContain(word)
      expect(html).toContain(`<html lang="${language}"`)
      expect(html).not.toMatch(/\{\{|<!--fragment|undefined|\[object/)
      expect(text).not.toMatch(/\{\{|undefined|\[object/)
      if (kind !== 'support') expect(DEVANAGARI.test(subject)).toBe(language === 'hi')
      expect(DEVANAGARI.test(text)).toBe(language === 'hi')
    },
  )

  test.each(LANGUAGES)(
    'begins with a hidden line that says more than the subject and the greeting (%s)',
    async (language) => {
      const { html, subject } = await render(kind, language)
      const [, preheader = ''] = /<body[^>]*>\s*<div style="display:none[^"]*">([^<]*)<\/div>/.exec(html) ?? []
      expect(preheader).not.toBe('')
      expect(preheader).not.toContain(escapeHtml(subject))
      expect(preheader).not.toMatch(/^(Hello|नमस्ते)/)
    },
  )

  test('has the same content in plain text and in HTML', async () => {
    for (const language of LANGUAGES) {
      const { text, html } = await render(kind, language)
      const shown = seen(html)
      const lines = text.split('\n').flatMap((line) => line.split(/: | · /))
      for (const line of lines.map((one) => one.trim()).filter(Boolean))
        if (line !== '--' && !line.startsWith('http')) expect(shown).toContain(line.replace(/:$/, ''))
    }
  })

  test('text that people type adds no tag, attribute, header or link', async () => {
    const bits = fc.constantFrom(
      ...['<script>', '"><img src=x onerror=y>', "' onload='", '&lt;b&gt;', '-->', '<!--', ']]>', '{{company}}'],
      ...['http://evil.example', 'www.evil.example', 'a@evil.example', 'evil.example/x', 'mailto:a@b.example'],
      ...['\r\nBcc: a@evil.example', '\n', '\u2028', '\u0000', '\u202E', '$&', '$1', '<!--fragment code-->', 'नमस्ते'],
    )
    const typed = fc.array(fc.oneof(bits, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(typed, fc.constantFrom(...LANGUAGES), async (words, language) => {
        const evil = await render(kind, language, `Asha ${words.join('')}`)
        const plain = await render(kind, language, harmless(`Asha ${words.join('')}`))
        expect(skeleton(evil)).toEqual(skeleton(plain))
        expect(links(evil.text)).toEqual(links(plain.text))
        expect(links(seen(evil.html))).toEqual(links(seen(plain.html)))
        expect(links(evil.subject)).toEqual([])
        expect(evil.subject).not.toMatch(/\p{Cc}/u)
        expect(evil.replyTo).toBe(plain.replyTo)
      }),
      { numRuns: 60 },
    )
  })
})

/** Text of the same length, with line breaks at the same places. */
const harmless = (typed: string) => typed.replace(/[^\s\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, 'a')
/** All tags of the HTML, without the subject in an attribute. */
const skeleton = ({ html, subject }: Rendered) => html.replaceAll(escapeHtml(subject), '').match(/<[^>]*>/g)
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const seen = (html: string) =>
  html
    .replace(/<(head|style)[\s\S]*<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')
/** The parts of a text that mail programs turn into links. */
const links = (text: string) =>
  text.match(/[a-z][a-z\d+-]*:\/\/\S+|\S+@[\w-]+\S*|[\p{L}\d-]+\.[\p{L}\d-]{2,}\S*|mailto:[^\s\u200B]+/giu) ?? []

test('a mail that lacks one of the languages does not compile', () => {
  expectTypeOf<{ en: { hello: string }; hi: { hello: string } }>().toExtend<Words<{ hello: string }>>()
  expectTypeOf<{ en: { hello: string } }>().not.toExtend<Words<{ hello: string }>>()
  expectTypeOf<{ en: { hello: string }; hi: object }>().not.toExtend<Words<{ hello: string }>>()
})

test.each(['login-code', 'deletion-code', 'verification'] as const)(
  'a %s mail holds its code once in text and in HTML',
  async (kind) => {
    for (const language of LANGUAGES) {
      const { text, html } = await render(kind, language)
      expect(text.match(/\b\d{6}\b/g)).toEqual(['123456'])
      expect(seen(html).match(/\b\d{6}\b/g)).toEqual(['123456'])
    }
    expect(await renderMail(sampleMail(kind, 'en'), { secrets: nothing, publicUrl, company, now })).toBeUndefined()
  },
)

test('the links of a mail open the right screens', async () => {
  const linkIn = async (kind: MailKind) => (await render(kind)).html.match(/href="(http[^"]*)"/)?.[1]
  expect(await linkIn('driver-decision')).toBe('https://mogra.example/driver/dashboard')
  expect(await linkIn('supplier-decision')).toBe('https://mogra.example/wholesale/dashboard')
  expect(await linkIn('order-confirmation')).toBe('https://mogra.example/order-tracking/01HF00000000000000000000AB')
  expect(await linkIn('verification')).toBe(
    'https://mogra.example/verify-email?token=a-token&amp;email=asha%2Bx%40example.com',
  )
})

test('a rejected applicant reads the reason, line by line, and is led to no dashboard', async () => {
  for (const [kind, to] of [
    ['driver-decision', { driverName: 'Asha' }],
    ['supplier-decision', { name: 'Petal Lane' }],
  ] as const) {
    const data = { ...to, decision: 'rejected', reason: 'The licence has expired.\nSend the new one.' }
    const mail = { _id: `mail:${kind}:1`, kind, to: 'asha@example.com', language: 'en', data } as Mail
    const { text = '', html = '' } = (await renderMail(mail, { secrets, publicUrl, company, now })) ?? {}
    expect(text).toMatch(/The reason:?\s+The licence has expired\.\s+Send the new one\./)
    expect(html).not.toContain('dashboard')
  }
})

test('a verification mail whose code has expired still contains its link', async () => {
  const given = { secrets: { ...secrets, code: async () => undefined }, publicUrl, company, now }
  const mail = await renderMail(sampleMail('verification', 'en'), given)
  expect(mail?.text).not.toContain('123456')
  expect(mail?.text).toContain('a-token')
})

test('an order confirmation contains the flowers, prices, address, date and the link to track it', async () => {
  const { subject, text } = await render('order-confirmation')
  expect(subject).toBe('Your order FLR1763700000000ABC is confirmed')
  for (const said of ['2 × Red Roses', 'Total: ₹1,29,679', 'Tax (5%): ₹6,173', 'Mumbai 400050', '22 November 2026'])
    expect(text).toContain(said)
  const hindi = await render('order-confirmation', 'hi')
  for (const said of ['लाल गुलाब', 'मुंबई', '₹1,29,679']) expect(hindi.text).toContain(said)
})

test.each([
  ['en', 1, 'stems', 'Quantity: 1 stem'],
  ['en', 125_000, 'boxes', 'Quantity: 1,25,000 boxes'],
  ['hi', 1, 'bunches', 'मात्रा: 1 गुच्छा'],
  ['hi', 125_000, 'stems', 'मात्रा: 1,25,000 डंडियाँ'],
] as const)(
  'a mail about a bulk request says how much is asked for (%s, %i %s)',
  async (language, quantity, unit, said) => {
    const sample = sampleMail('bulk-order-confirmation', language)
    const mail = { ...sample, data: { ...sample.data, quantity, unit } } as Mail
    const { text = '' } = (await renderMail(mail, { secrets, publicUrl, company, now })) ?? {}
    expect(text.split('\n')).toContain(said)
  },
)

test('a reply to a support mail goes to the customer', async () => {
  const { replyTo, subject } = await render('support', 'en', 'Where is it?')
  expect([replyTo, subject]).toEqual(['asha@example.com', '[SUP1763700000000ABC] Where is it?'])
})

test.each(['support-answer', 'role-taken'] as const)('a reply to a %s mail goes to our support', async (kind) => {
  expect((await render(kind)).replyTo).toBe(company.supportEmail)
})

test('an address in an answer of ours stays one that can be tapped, and nothing in it turns the text around', async () => {
  const { text, html } = await render('support-answer', 'en', 'turned \u202E round')
  for (const part of [text, html]) {
    expect(part).toContain(ANSWERED_LINK)
    expect(part).not.toContain('\u202E')
  }
})
