/**
 * Members of a database may write to it, and every account is a member of the catalogue: only the service, an admin,
 * may change it. Looks at the role alone, in the JavaScript of the oldest CouchDB.
 */
export const onlyTheService = `function (doc, before, user) {
  if (user.roles.indexOf('_admin') === -1) throw ({ forbidden: 'Only the service writes here.' })
}`
