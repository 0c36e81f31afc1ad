/** A VISITOR has not signed in: they have no name and no e-mail, but a mailbox. */
export const ROLES = ['CUSTOMER', 'PARTNER', 'SUPPLIER', 'ADMIN', 'VISITOR'] as const
export type Role = (typeof ROLES)[number]
