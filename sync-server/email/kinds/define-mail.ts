import type * as v from 'valibot'
import type { Language } from '#model'
import type { Letter } from '../templates/letter.ts'

/** The formatters that every mail kind uses to write its letter. */
export interface MailFormatters {
  language: Language
  /** The complete address of one of our screens: `/driver/dashboard` → `https://…/driver/dashboard`. It has no `#`, which mail gateways encode; service and service worker lead it to the screen. */
  link(path: string): string
  rupees(amount: number): string
  /** A whole number in Indian groups: 12,34,567. */
  number(value: number): string
  /** A calendar day, `YYYY-MM-DD`, in words. */
  day(plainDate: string): string
  /** Replies go here if the sender's address takes none. */
  supportEmail: string
  /** A city by its id or English name. */
  city(named: string): string
}

/** Secrets that are put into a mail when it is sent and are not stored; undefined if used or expired. */
export interface MailSecrets {
  /** The six digits that `ref` stands for. */
  code(ref: string): Promise<string | undefined>
  /** The token of a verification link. */
  token(ref: string): Promise<string | undefined>
}

type Parameters = v.GenericSchema<object, object>

export interface MailKindDefinition<Schema extends Parameters> {
  /** The schema of the data in the outbox. */
  parameters: Schema
  /** Returns undefined if the mail's secret is used or expired. */
  write(data: v.InferOutput<Schema>, format: MailFormatters, secrets: MailSecrets): Promise<Letter | undefined>
}

/** The texts of a mail. A missing language, or a language that lacks a text, does not compile. */
export type Words<W> = { en: W } & Record<Exclude<Language, 'en'>, NoInfer<W>>

interface Declared<Schema extends Parameters, W> {
  parameters: Schema
  words: Words<W>
  letter(words: W, data: v.InferOutput<Schema>, format: MailFormatters): Letter
}

export function defineMail<Schema extends Parameters, W>({
  parameters,
  words,
  letter,
}: Declared<Schema, W>): MailKindDefinition<Schema> {
  return { parameters, write: async (data, format) => letter(words[format.language], data, format) }
}

/** Defines a mail with a secret that is stored nowhere: `reveal` fetches it when the mail is sent. */
export function defineSecretMail<Schema extends Parameters, W, Revealed>({
  parameters,
  words,
  reveal,
  letter,
}: Omit<Declared<Schema, W>, 'letter'> & {
  reveal(data: v.InferOutput<Schema>, secrets: MailSecrets): Promise<Revealed | undefined>
  letter(words: W, data: v.InferOutput<Schema>, format: MailFormatters, revealed: Revealed): Letter
}): MailKindDefinition<Schema> {
  return {
    parameters,
    async write(data, format, secrets) {
      const revealed = await reveal(data, secrets)
      return revealed === undefined ? undefined : letter(words[format.language], data, format, revealed)
    },
  }
}
