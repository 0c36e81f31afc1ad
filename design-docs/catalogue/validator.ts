/**
 * Members of a database may write to it, and every account is a member of the catalogue: only the service, an admin,
 * may change it. Looks at the role alone.
 */
export function validate(_doc: unknown, _before: unknown, user: { roles: string[] }): void {
  if (!user.roles.includes('_admin')) throw { forbidden: 'Only the service writes here.' }
}
