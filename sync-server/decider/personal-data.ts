import { ulidOf } from '#model'
import type { Couch } from '../couch/couch.ts'
import { notPersonal, type PersonalRecords } from '../personal-data/personal-data.ts'
import { type Decision, decisionId } from './decision.ts'

/** Decisions on people's intents, and intents that could not be decided yet. */
export function deciderPersonalData({ couch }: { couch: Couch }): PersonalRecords[] {
  const work = couch.db('work')
  return [
    {
      database: 'work',
      ids: ['parked:'],
      handOver: 'It is decided as the account’s, because the visitor’s record names the account.',
      erase: {
        name: 'remove parked intents',
        // There are few of them, and no index covers them.
        async erase({ account, adopted }) {
          for (const parked of await work.range<{ account: string }>('parked:', 'parked:\uffff'))
            if ([account, ...adopted].includes(parked.account)) await work.remove(parked)
        },
      },
      awaitedUntil: 'What it will become holds the visitor once it is decided.',
      exported: 'The intent itself is in the mailbox, which the file has.',
    },
    {
      database: 'audit',
      ids: ['audit:'],
      handOver:
        'A decision made for the visitor counts as the account’s, because the visitor’s record names the account.',
      erase: 'It holds ids, kind and outcome alone, and answers an intent that an old phone offers again.',
      awaitedUntil: 'It says what was decided; what is to be delivered is in the order.',
      exported: {
        name: 'decisions',
        async read({ account, mailbox, adopted }) {
          const intents = await couch.db(mailbox).ids('intent:', 'intent:\uffff')
          const decisions = await couch.db('audit').many<Decision>(intents.map((id) => decisionId(ulidOf(id))))
          // A decision for the visitor was made for the same person.
          const ids = [account, ...adopted]
          return decisions.flatMap((one) => (one && ids.includes(one.account) ? [decisionAsExported(one)] : []))
        },
      },
    },
    notPersonal('work', ['lease:'], 'It names a process of the service.'),
  ]
}

function decisionAsExported(decision: Decision) {
  const { _id, account, kind, device, madeAt, receivedAt, decidedAt, outcome, reason, result } = decision
  return { intent: ulidOf(_id), account, kind, device, madeAt, receivedAt, decidedAt, outcome, reason, result }
}
