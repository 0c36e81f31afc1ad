import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRemote } from '../../../blocks/people/use-remote.ts'
import { type DeskPayout, openPayouts, payouts } from '../../../data/admin/payouts.ts'
import { useLive } from '../../../data/use-live.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { saveFile } from '../../../ui/feedback/save-file.ts'
import { ChipGroup } from '../../../ui/forms/choices.tsx'
import { LongList } from '../../../ui/layout/long-list.tsx'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import { useDeskProblem } from '../decision/desk-problem.ts'
import { useFreshCode } from '../decision/use-fresh-code.tsx'
import { DeskKeys } from '../lists/desk-keys-help.tsx'
import { PayoutRow } from './payout-row.tsx'
import styles from './payouts.module.css'

const VIEWS = ['open', 'paid', 'failed'] as const
type View = (typeof VIEWS)[number]

const viewOf = ({ state }: DeskPayout): View => (state === 'paid' || state === 'failed' ? state : 'open')
const sum = (all: readonly DeskPayout[]) => all.reduce((total, { rupees }) => total + rupees, 0)

/** The partners' payouts: what is to be paid, the bank's file, and what became of each. */
export function DeskPayouts({ online }: { online: boolean }) {
  const { t } = useTranslation('desk')
  const { rupees, when } = useFormat()
  const problem = useDeskProblem()
  const [view, setView] = useState<View>('open')
  const { answer, askAgain } = useRemote(payouts.list)
  const rows = useLive(openPayouts)
  const list = useRef<HTMLDivElement>(null)
  // The list is read again when another admin or Friday's payouts have changed the feed.
  const feed = rows.status === 'ready' ? rows.data : undefined
  useEffect(() => {
    if (feed) void askAgain()
  }, [feed, askAgain])

  const listed = answer?.ok ? answer.value : payouts.last()
  const error = answer?.ok === false ? answer.error : undefined
  const inView = (wanted: View) => listed?.payouts.filter((payout) => viewOf(payout) === wanted) ?? []
  const open = inView('open')
  const names = { open: t('payouts.open'), paid: t('payouts.paid'), failed: t('payouts.failed') }
  const none = { open: t('payouts.noneOpen'), paid: t('payouts.nonePaid'), failed: t('payouts.noneFailed') }
  /** Moves the cursor; `within` is what gets the focus in the row, if the row has it. */
  const focusNext = (step: 1 | -1, within?: string) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = all.findIndex((row) => row.contains(document.activeElement))
    const row = all[Math.min(Math.max(at + step, 0), all.length - 1)]
    const focused = within === undefined ? row : (row?.querySelector<HTMLElement>(within) ?? row)
    focused?.focus()
  }
  const askWhyItFailed = () => list.current?.querySelector<HTMLElement>('[data-row]:focus-within [data-fail]')?.click()
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div>
          <h1>{t('payouts.title')}</h1>
          <p className={styles.quiet} role="status">
            {listed && t('payouts.sum', { count: open.length, amount: rupees(sum(open)) })}
          </p>
        </div>
        <BankFiles open={open} online={online} onDone={askAgain} />
      </header>
      <LiveRegion>
        {error !== undefined && (
          <Banner
            tone="marigold"
            title={listed ? t('payouts.kept', { time: when(listed.at) }) : t('offlineNothing')}
            action={online && <Button onClick={askAgain}>{t('tryAgain')}</Button>}
          >
            {error !== 'network' && <p>{problem(error)}</p>}
          </Banner>
        )}
      </LiveRegion>
      <ChipGroup
        legend={t('payouts.show')}
        legendHidden
        value={view}
        onChange={setView}
        options={VIEWS.map((value) => ({
          value,
          label: value === 'open' ? `${names.open} ${open.length}` : names[value],
        }))}
      />
      {!listed && error === undefined && <SkeletonLines count={5} />}
      {listed && inView(view).length === 0 && (
        <EmptyState title={none[view]}>{view === 'open' && <p>{t('overview.payoutsText')}</p>}</EmptyState>
      )}
      {inView(view).length > 0 && (
        <>
          <div ref={list}>
            <LongList items={inView(view)} isWhole className={styles.list} label={names[view]}>
              {(payout) => (
                <PayoutRow
                  key={payout.id}
                  payout={payout}
                  online={online}
                  onSettled={askAgain}
                  onNext={() => focusNext(1, 'input')}
                />
              )}
            </LongList>
          </div>
          <DeskKeys
            keys={[
              { key: 'r', does: t('payouts.failKey'), act: askWhyItFailed },
              { key: 'j', does: t('keys.next'), act: () => focusNext(1) },
              { key: 'k', does: t('keys.previous'), act: () => focusNext(-1) },
            ]}
          />
        </>
      )}
    </div>
  )
}

interface BankFilesProps {
  open: readonly DeskPayout[]
  online: boolean
  onDone: () => Promise<void>
}

/** Makes the bank's file of everything that can be paid, or saves a file again while its payouts are not settled. */
function BankFiles({ open, online, onDone }: BankFilesProps) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const problem = useDeskProblem()
  const { decide, dialog } = useFreshCode<Blob>(t('payouts.file'))
  const [isBusy, setBusy] = useState(false)
  // Kept until it was saved: if an answer is lost, the next press gets the same file.
  const next = useRef<string>(undefined)
  const payable = open.filter(({ state, bankAccountEnds }) => state === 'to_pay' && bankAccountEnds !== undefined)
  const batches = new Map(open.flatMap(({ batch, changedAt }) => (batch === undefined ? [] : [[batch, changedAt]])))

  const save = async (batch: string, isAgain: boolean) => {
    setBusy(true)
    await decide({
      decide: () => payouts.bankFile(batch, isAgain),
      onDone(answer) {
        if (answer.ok && 'value' in answer) {
          saveFile(`mogra-payouts-${batch}.csv`, answer.value)
          next.current = undefined
        } else if (!answer.ok) showToast({ message: problem(answer.error, t('payouts.fileFailed')) })
        void onDone()
      },
    })
    setBusy(false)
  }
  const saveNew = () => {
    next.current ??= payouts.newBatch()
    return save(next.current, false)
  }
  return (
    <div className={styles.files}>
      <Button variant="secondary" disabled={!online || payable.length === 0} busy={isBusy} onClick={saveNew}>
        <Download aria-hidden="true" />
        <span>{t('payouts.csv', { count: payable.length })}</span>
      </Button>
      {[...batches].map(([batch, changedAt]) => (
        <Button key={batch} variant="quiet" disabled={!online || isBusy} onClick={() => save(batch, true)}>
          {t('payouts.again', { time: when(changedAt) })}
        </Button>
      ))}
      {dialog}
    </div>
  )
}
