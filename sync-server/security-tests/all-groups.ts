import { bodies } from './groups/bodies.ts'
import { bulk } from './groups/bulk.ts'
import { conversations } from './groups/conversations.ts'
import { deliveries } from './groups/deliveries.ts'
import { endpointMatrix } from './groups/endpoint-matrix.ts'
import { messages } from './groups/messages.ts'
import { parameters } from './groups/parameters.ts'
import { paths } from './groups/paths.ts'
import { pushes } from './groups/pushes.ts'
import { revokedSessions } from './groups/revoked-sessions.ts'
import { sessions } from './groups/sessions.ts'
import { slowClients } from './groups/slow-clients.ts'
import { uploads } from './groups/uploads.ts'
import type { AttackContext, Group } from './harness/attack.ts'

/** All groups, in the order in which they run. */
export const GROUPS: readonly ((scene: AttackContext) => Group)[] = [
  endpointMatrix,
  paths,
  parameters,
  bodies,
  pushes,
  deliveries,
  bulk,
  conversations,
  messages,
  sessions,
  revokedSessions,
  uploads,
  slowClients,
]
