/**
 * CouchDB lets every member of a database write to it, and every account is a member of the catalogue. This validator
 * allows only the service, an admin, to write. It checks only the role.
 */
export function validate(_doc: unknown, _before: unknown, user: { roles: string[] }): void {
  if (!user.roles.includes('_admin')) throw { forbidden: 'Only the service writes here.' }
}
