import { Check, TriangleAlert } from 'lucide-react'
import type { DeliveryItemRow } from '#model'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import styles from './items.module.css'

type Step = NonNullable<DeliveryItemRow['steps']>[number]

/** Who had the delivery and what each has reported, one card for each partner. */
export function Evidence({ row: { steps = [], rounds = [], partner } }: { row: DeliveryItemRow }) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const ends = t('items.ends', { returnObjects: true })
  const releases = t('items.releases', { returnObjects: true })
  const whose = [...new Set([...rounds, ...steps].map((one) => one.partner))]
  const nameOf = (who: string) =>
    (who === partner?.id ? partner.name : rounds.find((round) => round.partner === who)?.name) ||
    t('items.otherPartner')
  // A partner who gets a delivery back has a second round with the first one's award.
  const saidOf = (who: string) => [
    ...new Set(
      rounds
        .filter((round) => round.partner === who)
        .flatMap(({ awardedAt, ended, endedAt, reason }) => [
          t('items.awarded', { time: when(awardedAt) }),
          ...(ended && endedAt
            ? [[ends[ended], ...(reason ? [releases[reason]] : []), when(endedAt)].join(' · ')]
            : []),
        ]),
    ),
  ]
  if (whose.length === 0) return null
  // The partner whose story it is comes first.
  const sorted = [...whose.filter((who) => who === partner?.id), ...whose.filter((who) => who !== partner?.id)]
  return (
    <div className={styles.evidence}>
      {sorted.map((who) => (
        <section key={who} className={styles.story}>
          <h2 className={styles.who}>{nameOf(who)}</h2>
          {saidOf(who).map((said) => (
            <p key={said} className={styles.about}>
              {said}
            </p>
          ))}
          <ul>
            {steps
              .filter((step) => step.partner === who)
              .map((step) => (
                <Reported key={`${step.step} ${step.receivedAt}`} step={step} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** A report is late if it reached the service more than this long after it happened. */
const LATE_MS = 5 * 60_000

function Reported({ step: { step, at, receivedAt, handedTo, reason, note } }: { step: Step }) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const Icon = step === 'failed' ? TriangleAlert : Check
  const isLate = Date.parse(receivedAt) - Date.parse(at) > LATE_MS
  const said = [
    handedTo && t('items.handedTo', { returnObjects: true })[handedTo],
    reason && t('items.reasons', { returnObjects: true })[reason],
    isLate && t('items.heardAt', { time: when(receivedAt) }),
  ].filter(Boolean)
  return (
    <li className={styles.step} data-step={step}>
      <Icon aria-hidden="true" />
      <div>
        <p>{`${t('items.steps', { returnObjects: true })[step]} · ${when(at)}`}</p>
        {said.length > 0 && <p className={styles.about}>{said.join(' · ')}</p>}
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </li>
  )
}
