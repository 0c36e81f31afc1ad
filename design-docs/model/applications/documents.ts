import * as v from 'valibot'
import type { Role } from '../values/role.ts'

export const APPLICATION_TYPES = ['driver', 'wholesale_supplier'] as const
export type ApplicationType = (typeof APPLICATION_TYPES)[number]

/** The role that an approved application brings. */
export const APPLICATION_ROLES = { driver: 'PARTNER', wholesale_supplier: 'SUPPLIER' } as const satisfies Record<
  ApplicationType,
  Role
>

export const PARTNER_DOCUMENTS = ['license', 'aadhar', 'pan', 'vehicleRC', 'photo'] as const
export const SUPPLIER_DOCUMENTS = ['gstCertificate', 'panCard', 'businessLicense', 'addressProof'] as const
export type PartnerDocument = (typeof PARTNER_DOCUMENTS)[number]
export type SupplierDocument = (typeof SUPPLIER_DOCUMENTS)[number]
export type ApplicationDocument = PartnerDocument | SupplierDocument

/** All documents of an application. Without the required ones it is incomplete; only a supplier may send it like that. */
export const DOCUMENTS: Record<
  ApplicationType,
  { all: readonly ApplicationDocument[]; optional: readonly ApplicationDocument[] }
> = {
  driver: { all: PARTNER_DOCUMENTS, optional: [] },
  wholesale_supplier: { all: SUPPLIER_DOCUMENTS, optional: ['businessLicense'] },
}

/** The documents that are required and are not among those that exist, in the order of the form. */
export const missingDocuments = (type: ApplicationType, existing: readonly string[]): ApplicationDocument[] =>
  DOCUMENTS[type].all.filter((name) => !DOCUMENTS[type].optional.includes(name) && !existing.includes(name))

export const MOST_FILE_BYTES = 5 * 1024 * 1024
export const FILE_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** The type of a file by its first bytes (16 are enough), whatever its name says; undefined if it is none of ours. */
export function fileTypeOf(start: Uint8Array): FileType | undefined {
  const begins = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte)
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  return undefined
}

/** Names an upload and is the right to it: 128 random bits, in hexadecimal. */
export const uploadSecret = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))
/** The uploads that one application may have open. */
export const MOST_OPEN_UPLOADS = 15
