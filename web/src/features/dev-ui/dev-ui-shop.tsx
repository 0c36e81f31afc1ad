import { Heart } from 'lucide-react'
import { useState } from 'react'
import { MessageCard } from '../../blocks/orders/message-card.tsx'
import { PriceSummary } from '../../blocks/orders/prices/price-summary.tsx'
import { PromoCode, type PromoCodeProps } from '../../blocks/orders/prices/promo-code.tsx'
import { CustomersOnly } from '../../blocks/people/customers-only.tsx'
import { Initials } from '../../blocks/people/initials.tsx'
import { RoleBadge } from '../../blocks/people/role-badge.tsx'
import { useFormat } from '../../i18n/format.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { CountBadge } from '../../ui/buttons/count-badge.tsx'
import { IconButton, IconLink } from '../../ui/buttons/icon-button.tsx'
import { Stepper } from '../../ui/buttons/stepper.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { StatList } from '../../ui/layout/stat-list.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import styles from './dev-ui.module.css'

const SAMPLES = {
  en: { title: 'Shop', browse: 'Shop Flowers', card: 'Happy birthday, Aai', who: 'Asha Rathore', cities: 'cities' },
  hi: { title: 'दुकान', browse: 'फूल देखें', card: 'जन्मदिन मुबारक, आई', who: 'आशा राठौर', cities: 'शहर' },
} as const

const ROLES = ['ADMIN', 'PARTNER', 'SUPPLIER', 'CUSTOMER', '', 'FLORIST', '']
const PROMOS: readonly PromoCodeProps['state'][] = [
  { status: 'none' },
  { status: 'checking', code: 'MOGRA10' },
  { status: 'malformed' },
  { status: 'unchecked', code: 'MOGRA10' },
  { status: 'holds', code: 'MOGRA10', discountRupees: 120, isCapped: false },
  { status: 'holds', code: 'MOGRA10', discountRupees: 200, isCapped: true },
  { status: 'refused', code: 'MOGRA10', reason: 'promo_ended', minimumRupees: undefined },
]
const PRICES = { subtotalRupees: 1548, deliveryFeeRupees: 50, discountRupees: 120, taxRupees: 71, totalRupees: 1549 }

export function DevUiShop() {
  const { language } = useFormat()
  const words = SAMPLES[language]
  const [code, setCode] = useState('MOGRA10')
  const [quantity, setQuantity] = useState(1)
  return (
    <div className={styles.two}>
      <section>
        <h2>{words.title}</h2>
        <div className={styles.row}>
          <ButtonLink variant="primary" href={link(paths.browse)}>
            {words.browse}
          </ButtonLink>
          <IconLink icon={Heart} label={`${words.browse}, 3`} href={link(paths.favourites)} count={3} />
          <IconButton icon={Heart} label={words.browse} ground />
          <CountBadge count={12} />
          <Stepper label={words.browse} value={quantity} onChange={setQuantity} />
          <Stepper label={words.card} value={1} disabled onChange={setQuantity} />
        </div>
        <StatList
          stats={[
            { figure: '50+', label: words.cities },
            { figure: '1000+', label: words.browse },
          ]}
        />
        <div className={styles.row}>
          <Initials name={words.who} />
          <Initials name={words.who} size="large" />
          {ROLES.map((role) => (
            <RoleBadge key={role} role={role} />
          ))}
        </div>
        <CustomersOnly href={link(paths.profile)} />
        <MessageCard text={words.card} label={words.title} />
        <Loading />
        <SkeletonLines count={3} />
      </section>
      <section>
        <Panel>
          <PriceSummary prices={PRICES} promoCode="MOGRA10" taxPercent={5} />
        </Panel>
        {PROMOS.map((state) => (
          <Panel key={state.status}>
            <PromoCode
              text={code}
              state={state}
              onType={setCode}
              onApply={() => undefined}
              onRemove={() => setCode('')}
            />
          </Panel>
        ))}
      </section>
    </div>
  )
}
