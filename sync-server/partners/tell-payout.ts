import { type Notice, noticeId } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Entry, News, TellStep } from '../core/core-document.ts'
import { derivedUlid } from '../core/derived-ulid.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { Earnings } from './earnings.ts'
import { type PayoutRecord, payoutFact, payoutRow } from './payout-record.ts'

interface Needs {
  accounts: Pick<Accounts, 'get'>
  earnings: Pick<Earnings, 'deliver' | 'mark'>
  feeds: Pick<Feeds, 'adminRows'>
  mailboxes: Pick<Mailboxes, 'put'>
  outbox: Pick<Outbox, 'post'>
}

const ENDS = ['paid', 'failed'] as const
type End = (typeof ENDS)[number]
const NOTICES = { paid: 'payout-paid', failed: 'payout-failed' } as const

/** Returns the writes that tell admins and the partner how a payout stands. */
export function tellPayout(payout: PayoutRecord, { all, fresh }: News, needs: Needs): TellStep[] {
  const { accounts, earnings, feeds, mailboxes, outbox } = needs
  const { _id: id, version, partner } = payout

  /** Writes nothing if the partner's account has ended. */
  const forPartner = (name: string, write: (account: AccountRecord) => Promise<unknown>): TellStep => ({
    name,
    async write() {
      const account = await accounts.get(partner)
      if (account?.status === 'active') await write(account)
    },
  })
  const toMailbox = (name: string, fact: Parameters<Mailboxes['put']>[1]) =>
    forPartner(name, async ({ mailbox, lacksMailbox }) => {
      if (!lacksMailbox) await mailboxes.put(mailbox.name, fact)
    })

  const row = payoutRow(payout)
  const steps: TellStep[] = [
    {
      name: 'write row',
      write: () => (row ? feeds.adminRows.put(row) : feeds.adminRows.close({ id, type: 'payout', version })),
    },
    toMailbox('deliver payout', payoutFact(payout)),
  ]
  if (all.some(({ what }) => what === 'made'))
    steps.push(
      // The process that made the payout may have stopped before it marked them.
      { name: 'mark earnings', write: () => earnings.mark(payout, (_name, write) => write()) },
      { name: 'deliver earnings', write: () => earnings.deliver(partner, payout.earnings) },
    )
  for (const entry of fresh) {
    const end = ENDS.find((one) => one === entry.what)
    if (!end) continue
    steps.push(
      toMailbox('write notice', noticeOf(payout, end, entry)),
      forPartner('post mail', async (account) => {
        if (account.emailNotices !== false) await outbox.post(mailOf(payout, end, account))
      }),
    )
  }
  return steps
}

const noticeOf = ({ _id, n }: PayoutRecord, end: End, { at }: Entry): Notice => ({
  _id: noticeId(derivedUlid(at, `${_id} ${end}`)),
  ...{ type: 'notice', kind: NOTICES[end], subject: `payout:${n}`, at },
})

function mailOf(payout: PayoutRecord, end: End, { id, name, language }: AccountRecord) {
  const { partner, n, rupees, payee, reference = '', reason = '' } = payout
  const to = { account: id }
  const ends = payee?.bankAccountEnds
  return end === 'paid'
    ? ({
        _id: `mail:payout-paid:${partner}-${n}`,
        kind: 'payout-paid',
        ...{ to, language, data: { name, rupees, reference, ...(ends !== undefined && { bankAccountEnds: ends }) } },
      } as const)
    : ({
        _id: `mail:payout-failed:${partner}-${n}`,
        kind: 'payout-failed',
        ...{ to, language, data: { name, rupees, reason } },
      } as const)
}
