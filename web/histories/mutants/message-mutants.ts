import type { Command } from '../commands.ts'
import { type Mutant, REST, SETTLED } from './mutant.ts'

/** A message of browser 0 to Mogra. */
const SAY: Command = { do: 'say', browser: 0, nth: 0 }

/** Faults in conversations. */
export const MESSAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a number given to two messages',
    where: 'service',
    edits: [
      {
        file: 'sync-server/conversations/conversation-record.ts',
        find: '  const seq = rest.lastSeq + 1\n',
        replace: '  const seq = Math.max(1, rest.lastSeq)\n',
      },
    ],
    history: [SAY, SAY, REST],
    within: 1,
  },
  {
    name: 'a mark that falls',
    where: 'service',
    edits: [
      {
        file: 'sync-server/conversations/messages.ts',
        find: 'before && before.seq >= seq ? undefined',
        replace: 'before && before.seq === seq ? undefined',
      },
    ],
    // Nobody reads to the end: a browser keeps that mark, and would soon raise the service's again.
    history: [
      ...[SAY, SAY, SAY, SETTLED],
      { do: 'read', browser: 0, nth: 0, but: 1 },
      { do: 'read', browser: 0, nth: 0, but: 2 },
      REST,
    ],
    within: 1,
  },
]
