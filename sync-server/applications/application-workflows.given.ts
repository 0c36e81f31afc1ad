import { ulid } from 'ulid'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Givens, World } from '../testing/given-world.ts'
import { readyApplication } from './testing/ready-application.ts'

/** An application of somebody whose ids are ULIDs, so that runs are comparable; what came before is told. */
async function someApplication({ service: { services } }: World) {
  const id = `applicant-${ulid()}`
  const at = services.now().toISOString()
  const record: AccountRecord = {
    ...({ _id: `account:${id}`, type: 'account', id, version: 1, status: 'active', role: 'CUSTOMER' } as const),
    ...({ email: `${id}@mogra.example`, name: 'Asha', language: 'hi', lacksMailbox: true } as const),
    ...{ mailbox: { name: `mailbox-${id}`, generation: 1 }, emailVerifiedAt: at, createdAt: at },
  }
  await services.couch.db('accounts').create(record)
  const ready = await readyApplication(services, record)
  const { store } = services.applications.kept
  const application = await store.read(ready.id)
  if (application) await store.markTold(application)
  return ready
}

export const applicationGivens: Givens<'decide-application'> = {
  async 'decide-application'(world) {
    const { ulid: application, version } = await someApplication(world)
    return { application, version, decision: 'approved' }
  },
}
