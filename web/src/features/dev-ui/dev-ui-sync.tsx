import { Bike, Gift } from 'lucide-react'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ProgressSteps } from '../../ui/progress/progress-steps.tsx'
import { SyncChip } from '../../ui/progress/sync-chip.tsx'
import { SyncGlyph, type SyncStage } from '../../ui/progress/sync-glyph.tsx'
import { SyncStages } from '../../ui/progress/sync-stages.tsx'
import { Timeline } from '../../ui/progress/timeline.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { InitialSyncBanner } from '../../ui/states/initial-sync-banner.tsx'
import styles from './dev-ui.module.css'

const SAMPLES = {
  en: {
    saved: 'Saved on this phone',
    savedNote: 'Goes out when the network is back.',
    sent: 'Sent',
    sentNote: 'Waiting for the florist.',
    confirmed: 'Confirmed',
    confirmedNote: 'Gulab Bagh Florist, 10:46 am',
    failed: 'Could not send',
    again: 'Try again',
    steps: ['Cart', 'Delivery', 'Payment'],
    preparing: 'Preparing',
    preparingNote: 'Roses and carnations tied',
    out: 'Out for delivery',
    outNote: 'Imran is on the way by scooter',
    delivered: 'Delivered',
    by: 'by 1:45 pm',
    arriving: 'Your orders are on their way',
  },
  hi: {
    saved: 'इस फ़ोन पर सहेजा गया',
    savedNote: 'नेटवर्क आते ही चला जाएगा।',
    sent: 'भेज दिया',
    sentNote: 'फूलवाले के जवाब का इंतज़ार।',
    confirmed: 'पक्का हो गया',
    confirmedNote: 'गुलाब बाग़ फ़्लोरिस्ट, 10:46 am',
    failed: 'भेजा नहीं जा सका',
    again: 'फिर कोशिश करें',
    steps: ['कार्ट', 'डिलीवरी', 'भुगतान'],
    preparing: 'तैयार हो रहा है',
    preparingNote: 'गुलाब और कार्नेशन बँध गए',
    out: 'रास्ते में',
    outNote: 'इमरान स्कूटर से आ रहे हैं',
    delivered: 'पहुँच गया',
    by: '1:45 pm तक',
    arriving: 'आपके ऑर्डर आ रहे हैं',
  },
} as const

const STAGES: readonly SyncStage[] = ['saved', 'sent', 'confirmed', 'failed']

export function DevUiSync() {
  const { language } = useFormat()
  const words = SAMPLES[language]
  const labels = { saved: words.saved, sent: words.sent, confirmed: words.confirmed }
  return (
    <div className={styles.two}>
      <section>
        <h2>Sync</h2>
        <SyncChip stage="saved" title={words.saved} note={words.savedNote} />
        <SyncChip stage="sent" title={words.sent} note={words.sentNote} />
        <SyncChip stage="confirmed" title={words.confirmed} note={words.confirmedNote} />
        <SyncChip stage="failed" title={words.failed} action={<Button variant="quiet">{words.again}</Button>} />
        <div className={styles.row}>
          {STAGES.map((stage) => (
            <SyncGlyph key={stage} stage={stage} size={22} />
          ))}
          {STAGES.map((stage) => (
            <SyncGlyph key={stage} stage={stage} size={28} />
          ))}
        </div>
        {STAGES.map((stage) => (
          <Panel key={stage}>
            <SyncStages stage={stage} labels={labels} notes={{ saved: '10:42 am' }} failedLabel={words.failed} />
          </Panel>
        ))}
      </section>
      <section>
        <h2>Progress</h2>
        <ProgressSteps label="Checkout" steps={words.steps} current={1} />
        <Timeline
          items={[
            { title: words.confirmed, note: words.confirmedNote, time: '10:46 am', state: 'done' },
            { title: words.preparing, note: words.preparingNote, time: '11:05 am', state: 'done' },
            { title: words.out, note: words.outNote, time: '12:58 pm', state: 'now', icon: Bike },
            { title: words.delivered, time: words.by, state: 'waiting', icon: Gift },
          ]}
        />
        <Timeline
          items={[
            { title: words.confirmed, time: '10:46 am', state: 'done' },
            { title: words.failed, time: '12:58 pm', state: 'ended' },
          ]}
        />
        <Banner title={words.confirmed}>{words.sentNote}</Banner>
        <LiveRegion>
          <Banner tone="leaf">{words.confirmedNote}</Banner>
        </LiveRegion>
        <Banner tone="marigold" title={words.saved}>
          {words.savedNote}
        </Banner>
        <Banner tone="rose" action={<Button variant="quiet">{words.again}</Button>}>
          <span>{`${words.failed} `}</span>
          <Badge tone="rose">{words.failed}</Badge>
        </Banner>
        <InitialSyncBanner title={words.arriving} arrival={{ isStopped: false, progress: { done: 120, total: 300 } }} />
        <InitialSyncBanner title={words.arriving} arrival={{ isStopped: true }} />
        <Failed error={new Error('quota exceeded')} />
      </section>
    </div>
  )
}
