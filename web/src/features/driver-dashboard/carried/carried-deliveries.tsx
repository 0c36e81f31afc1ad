import { useState } from 'react'
import { type DeliveryView, isCarried, ulidOf } from '#model'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import styles from '../driver-dashboard.module.css'
import { useDeliveryWords } from '../partner/delivery-words.ts'
import type { Partner } from '../partner/use-partner.ts'
import { CarriedDelivery } from './carried-delivery.tsx'
import { TakenBack } from './taken-back.tsx'

/** Deliveries on the way come before those that have to be fetched, and earlier awards before later ones. */
const byUrgency = (a: DeliveryView, b: DeliveryView) => {
  if (a.state !== b.state) return a.state === 'on_the_way' ? -1 : 1
  return a.fact.awardedAt < b.fact.awardedAt ? -1 : 1
}

/** The deliveries that the partner carries, one of them open, and those taken back whose flowers they may have. */
export function CarriedDeliveries({ partner: { deliveries, requests } }: { partner: Partner }) {
  const [opened, setOpened] = useState<string>()
  const items = deliveries?.items ?? []
  const carried = items.filter(isCarried).toSorted(byUrgency)
  const current = carried.find(({ id }) => id === opened) ?? carried[0]
  const isInQuestion = ({ id, state, pending, fact }: DeliveryView) =>
    state === 'taken_back' && pending.length === 0 && fact.drop && requests?.declined.has(ulidOf(id)) === false
  return (
    <>
      {current && <CarriedDelivery key={current.id} view={current} />}
      {carried.length > 1 && (
        <ul className={styles.rows}>
          {carried
            .filter((view) => view !== current)
            .map((view) => (
              <OtherRow key={view.id} view={view} onOpen={() => setOpened(view.id)} />
            ))}
        </ul>
      )}
      {items.filter(isInQuestion).map((view) => (
        <TakenBack key={view.id} view={view} />
      ))}
    </>
  )
}

function OtherRow({ view: { fact, state }, onOpen }: { view: DeliveryView; onOpen: () => void }) {
  const { t } = useTranslation('deliveries')
  const { language } = useFormat()
  const { states } = useDeliveryWords()
  const name = t('trip', { florist: fact.pickup.florist[language], pincode: fact.dropPincode })
  return (
    <li className={styles.row}>
      <span>
        <b>{name}</b>
        <span className={styles.small}>{states[state]}</span>
      </span>
      <Button variant="tonal" aria-label={t('current.openNamed', { name })} onClick={onOpen}>
        {t('current.open')}
      </Button>
    </li>
  )
}
