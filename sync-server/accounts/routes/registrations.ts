import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { emailAddress, findCity, hasVisibleText, type Language, language, phoneNumber, shortText } from '#model'
import { problem } from '../../http/problem.ts'
import { type Maintenance, refuseInMaintenance } from '../../http/refuse-in-maintenance.ts'
import { withValibot } from '../../http/validate.ts'
import type { AccountRecord } from '../account-record.ts'
import type { Accounts } from '../accounts.ts'
import type { PendingRegistrations, Typed } from '../registration/pending.ts'
import type { VerificationLinks } from '../registration/verification-links.ts'
import { countedEmailLookup } from './counted-email-lookup.ts'
import { type LoginCodeNeeds, languageOf } from './login-codes.ts'

export interface RegistrationNeeds extends LoginCodeNeeds {
  accounts: Accounts
  pendingRegistrations: PendingRegistrations
  verificationLinks: VerificationLinks
  deskSettings: Maintenance
}

/** Fields are checked one by one, so that each has a reason of its own. */
const Registration = v.object({
  name: v.optional(v.unknown()),
  email: v.optional(v.unknown()),
  phone: v.optional(v.unknown()),
  city: v.optional(v.unknown()),
  type: v.optional(v.unknown()),
  terms: v.optional(v.unknown()),
  language: v.optional(language),
})

/**
 * Registers new customers. An unverified account may be registered again, because its e-mail may have been a typing
 * mistake.
 */
export function registrationRoutes(app: FastifyInstance, needs: RegistrationNeeds): void {
  const { accounts, addressLimits, knownDevices, loginCodes, outbox, pendingRegistrations, verificationLinks } = needs

  withValibot(app).post('/api/accounts', { schema: { body: Registration } }, async (request, reply) => {
    await refuseInMaintenance(needs.deskSettings)
    const person = judge(request.body)
    addressLimits.count('registration', request.ip)
    const spoken = request.body.language ?? languageOf(request) ?? 'en'
    const known = await accounts.findByEmail(person.email)
    if (known) {
      if (known.emailVerifiedAt !== undefined) throw problem(409, 'email_taken')
      const { name, phone, city } = person
      await mail(known, spoken, request, { name, phone, city, language: spoken })
    } else {
      const account = await accounts.create({ ...person, role: 'CUSTOMER', language: spoken })
      // Another request with the same e-mail came first, perhaps a second tap on the button.
      if (account === 'email_taken') throw problem(409, 'email_taken')
      await mail(account, spoken, request)
    }
    return reply.code(201).send({ email: person.email, isMailLate: await outbox.isLate() })
  })

  withValibot(app).post(
    '/api/verifications/resend',
    { schema: { body: v.object({ email: emailAddress, language: v.optional(language) }) } },
    async (request) => {
      addressLimits.count('registration', request.ip)
      const { account } = await countedEmailLookup(request.body.email, request, needs)
      if (!account)
        throw problem(404, 'account_not_found', { success: false, message: 'No account found with this email' })
      if (account.emailVerifiedAt !== undefined)
        return { success: true, isVerified: true, message: 'This e-mail is verified already. You can log in.' }
      const spoken = request.body.language ?? languageOf(request) ?? account.language
      await mail(account, spoken, request)
      return { success: true, message: 'Verification email sent.', isMailLate: await outbox.isLate() }
    },
  )

  /**
   * Mails a code and a link under the limits of login codes, so that registering causes no more mails than signing in.
   */
  async function mail(account: AccountRecord, language: Language, request: FastifyRequest, typed?: Typed) {
    const from = knownDevices.callerOf(account.email, request)
    const codeRef = await loginCodes.issue(account, from)
    if (typed) await pendingRegistrations.note(account.id, from, typed)
    const tokenRef = await verificationLinks.issue(account)
    await outbox.post({
      _id: `mail:verification:${codeRef}`,
      kind: 'verification',
      to: { account: account.id },
      language,
      data: { email: account.email, codeRef, tokenRef },
    })
  }
}

interface Person {
  name: string
  email: string
  phone: string
  city: string
}

/** Throws 422 with a reason for each wrong field. */
function judge({ name, email, phone, city, type, terms }: v.InferOutput<typeof Registration>): Person {
  const fields: Record<string, string> = {}
  const read = (field: string, schema: v.GenericSchema<string, string>, value: unknown, reason: string): string => {
    const parsed = v.safeParse(schema, value)
    if (parsed.success) return parsed.output
    fields[field] = typeof value === 'string' && hasVisibleText(value) ? reason : 'required'
    return ''
  }
  const person = {
    name: read('name', shortText, name, 'too_long'),
    email: read('email', emailAddress, email, 'email_malformed'),
    phone: read('phone', phoneNumber, phone, 'too_long'),
    city: findCity(read('city', v.string(), city || undefined, 'city_unknown'))?.id ?? '',
  }
  if (person.city === '' && fields.city === undefined) fields.city = 'city_unknown'
  if (terms !== true) fields.terms = 'terms_required'
  if (type === 'partner') fields.type = 'partner_applies'
  else if (type !== 'customer') fields.type = 'type_unknown'
  if (Object.keys(fields).length > 0) throw problem(422, 'invalid', { fields })
  return person
}
