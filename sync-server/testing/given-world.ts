import { type Intent, type IntentKind, type PayloadOf, type Receipt, type Role, receiptId } from '#model'
import type { KillableDeciders } from './killable-decider.ts'
import type { SignedIn, TestService } from './test-service.ts'

/** A person in a service whose own decider is stopped. */
export interface World {
  service: TestService
  me: SignedIn
  /** Asks through the gate and throws unless the intent is done; returns its ULID. */
  ask(intent: Intent): Promise<string>
}

/** Prepares a world in which an intent of this kind will be done; returns its payload. */
type Given<K extends IntentKind> = (world: World) => Promise<PayloadOf<K>>

/** One `Given` for each kind of intent. */
export type Givens<K extends IntentKind> = { [Kind in K]: Given<Kind> }

/** Creates people with a role and no data yet. */
export function openWorlds(service: TestService, { push, decideAll }: KillableDeciders) {
  const { accounts, mailboxes, sessions } = service.services
  let people = 0
  let round: Promise<unknown> = Promise.resolve()
  let nextRound: Promise<unknown> | undefined

  /** Requests that arrive while one decider runs share the next one. */
  function decideSoon() {
    nextRound ??= round.then(() => {
      nextRound = undefined
      round = decideAll()
      return round
    })
    return nextRound
  }

  return async (role: Role): Promise<World> => {
    people += 1
    const email = `somebody-${people}@mogra.example`
    const account =
      role === 'VISITOR'
        ? await accounts.createVisitor('en')
        : await accounts.create({ email, name: 'Asha', role, verified: true })
    if (account === 'email_taken') throw new Error(`${email} is taken`)
    const provenBy = role === 'VISITOR' ? 'nothing' : 'code'
    const cookie = `sid=${await sessions.start(account, { provenBy, userAgent: 'Phone' })}`
    const { id, name, mailbox } = account
    const me: SignedIn = { cookie, account: { id, email: account.email, name, role }, mailbox }
    return {
      service,
      me,
      async ask(intent) {
        const ulid = await push(intent, me)
        await decideSoon()
        const receipt = await mailboxes.get<Receipt>(mailbox.name, receiptId(ulid))
        if (receipt?.outcome !== 'done') throw new Error(`${intent.kind}: ${receipt?.reason ?? 'it is not decided'}`)
        return ulid
      },
    }
  }
}
