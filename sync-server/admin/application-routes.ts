import { Readable } from 'node:stream'
import * as v from 'valibot'
import { type ApplicationDocument, applicationId, DOCUMENTS, type FileType, ulid, ulidOf } from '#model'
import { requireFreshCode } from '../accounts/routes/require-fresh-code.ts'
import type { ApplicationRecord } from '../applications/application-record.ts'
import { decidedInstead } from '../applications/decide-application.ts'
import type { Kyc } from '../applications/kyc.ts'
import { requestSignal } from '../gate/request-signal.ts'
import { problem } from '../http/problem.ts'
import { type AdminScope, freshCode, reading } from './admin-scope.ts'

const ENDINGS: Record<FileType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' }
/** Each is a file of 5 MB at most. */
const DOCUMENTS_AT_ONCE = 6

/** Shows an application in full, and its documents. Admins decide about it by an intent, which works offline. */
export function applicationRoutes({ routes, services, throughput, adminOf }: AdminScope): void {
  const { accessLog, accounts, applications, kyc, sessionRequests } = services

  routes.get('/applications/:id', reading, async (request) => {
    const application = await existing(request.params)
    const [documents, decision, isAadhaarKnown] = await Promise.all([
      kyc.list(ulidOf(application._id)),
      decidedInstead(application, accounts),
      applications.isAadhaarKnown(application),
    ])
    return { ...shown(application), documents: documents.map(described), isAadhaarKnown, ...(decision && { decision }) }
  })

  // The desk asks before it offers links: without a fresh code they would open an error.
  routes.get('/proof', reading, async (request) => {
    const { until } = await requireFreshCode(adminOf(request), services)
    return { until }
  })

  // A stranger at an admin's desk must not see anybody's papers, so it needs a code although it only reads.
  routes.get('/applications/:id/documents/:name', { ...reading, ...freshCode }, async (request, reply) => {
    const admin = adminOf(request)
    const application = await existing(request.params)
    const name = documentNamed((request.params as { name: string }).name, application)
    throughput.begin(reply, [{ name: `documents of ${admin.account.id}`, most: DOCUMENTS_AT_ONCE }])
    const right = requestSignal(reply, admin, sessionRequests)
    // Before a byte is sent: nobody reads a document unnoticed.
    await accessLog.note('document-read', admin.account.id, request, `${application._id} ${name}`)
    const file = await kyc.read(ulidOf(application._id), name)
    if (!file) throw problem(404, 'not_found')
    if (right.aborted) throw problem(401, 'signed_out')
    throughput.watch(reply, right)
    return (
      reply
        .type(file.type)
        .header('content-length', file.size)
        .header('content-disposition', `inline; filename="${name}.${ENDINGS[file.type]}"`)
        // What somebody uploaded runs nothing and reaches nothing, whatever it contains.
        .header('content-security-policy', 'sandbox')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(Readable.from(file.bytes))
    )
  })

  async function existing(params: unknown): Promise<ApplicationRecord> {
    const { id } = params as { id: string }
    const found = v.is(ulid, id) ? await applications.get(applicationId(id)) : undefined
    if (!found || found.erasedAt !== undefined) throw problem(404, 'application_unknown')
    return found
  }
}

function documentNamed(name: string, { applicationType }: ApplicationRecord): ApplicationDocument {
  const found = DOCUMENTS[applicationType].all.find((one) => one === name)
  if (!found) throw problem(404, 'not_found')
  return found
}

const described = ({ document, type, size, at }: Awaited<ReturnType<Kyc['list']>>[number]) => ({
  ...{ name: document, type, size, at },
})

/** Field by field: of the Aadhaar number only its end, and nothing by which its applicant could be impersonated. */
function shown({ _id, version, applicationType, state, at, email, phone, form, decision }: ApplicationRecord) {
  const common = {
    ...{ id: _id, version, applicationType, state, at, email, phone },
    ...(decision?.reason !== undefined && { reason: decision.reason }),
  }
  if (!form) return common
  if (form.type === 'driver') {
    const { name, city, vehicleType, vehicleNumber, languages, serviceRadius, emergencyContact, experience } = form
    const { licenseNumber, panNumber, aadhaarEnds, isAadhaarWellFormed } = form
    return {
      ...{ ...common, name, city, vehicleType, vehicleNumber, languages, serviceRadius, emergencyContact },
      ...{ licenseNumber, panNumber, aadhaarEnds, isAadhaarWellFormed },
      ...(experience !== undefined && { experience }),
    }
  }
  const { businessName, contactPerson, address, citiesServed, gstNumber, panNumber, businessLicense } = form
  return {
    ...{ ...common, businessName, contactPerson, address, citiesServed, gstNumber, panNumber },
    ...(businessLicense !== undefined && { businessLicense }),
    ...(form.experience !== undefined && { experience: form.experience }),
  }
}
