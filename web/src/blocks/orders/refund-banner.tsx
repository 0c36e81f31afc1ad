import type { Order } from '#model'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useDeliveryTexts } from './delivery-texts.ts'
import { HelpLinks } from './help-links.tsx'

/** The state of the customer's money, if the order was cancelled or could not be delivered. */
export function RefundBanner({ order }: { order: Order }) {
  const { refund } = useDeliveryTexts(order)
  return (
    <LiveRegion>
      {refund && (
        <Banner tone={order.refund === 'due' ? 'marigold' : 'leaf'} title={refund.title}>
          <p>{refund.text}</p>
          {order.status === 'failed' && <HelpLinks order={order} />}
        </Banner>
      )}
    </LiveRegion>
  )
}
