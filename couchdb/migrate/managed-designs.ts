import { databases } from '../../design-docs/databases.ts'

const declared = new Map(
  databases.map(({ name, indexes = [], views = [], hasValidator }) => [
    name,
    new Set([...indexes, ...views].map((one) => one.name).concat(hasValidator ? ['writers'] : [])),
  ]),
)

/** True for design documents that `couch:bootstrap` creates on every server; they are neither moved nor compared. */
export function isManagedDesign(database: string, id: string): boolean {
  const name = /^_design\/(.+?)(?:-staging-[0-9a-f]+)?$/.exec(id)?.[1]
  return name !== undefined && (declared.get(database)?.has(name) ?? false)
}
