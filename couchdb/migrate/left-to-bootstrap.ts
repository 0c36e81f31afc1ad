import { databases } from '../../design-docs/databases.ts'

const declared = new Map(
  databases.map(({ name, indexes, validator }) => [
    name,
    new Set([...indexes.map((index) => `_design/${index.name}`), ...(validator ? ['_design/writers'] : [])]),
  ]),
)

/** Design documents that `couch:bootstrap` makes on every server; they are neither moved nor compared. */
export const isLeftToBootstrap = (database: string, id: string): boolean => declared.get(database)?.has(id) ?? false
