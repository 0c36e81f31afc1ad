/** A visitor has not signed in: no name, no e-mail, a mailbox of their own all the same. */
export const ROLES = ['CUSTOMER', 'PARTNER', 'SUPPLIER', 'ADMIN', 'VISITOR'] as const
export type Role = (typeof ROLES)[number]
