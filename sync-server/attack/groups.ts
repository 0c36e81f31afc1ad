import type { Group, Scene } from './attack.ts'
import { bodies } from './groups/bodies.ts'
import { held } from './groups/held.ts'
import { parameters } from './groups/parameters.ts'
import { paths } from './groups/paths.ts'
import { pushes } from './groups/pushes.ts'
import { sessions } from './groups/sessions.ts'
import { slow } from './groups/slow.ts'
import { table } from './groups/table.ts'

/** In the order in which they are played. */
export const GROUPS: readonly ((scene: Scene) => Group)[] = [
  table,
  paths,
  parameters,
  bodies,
  pushes,
  sessions,
  held,
  slow,
]
