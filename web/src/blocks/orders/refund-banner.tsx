import type { Order } from '#model'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useDeliveryTexts } from './delivery-texts.ts'

/** The state of the customer's money, if the order was cancelled or could not be delivered. */
export function RefundBanner({ order }: { order: Order }) {
  const { refund } = useDeliveryTexts(order)
  return (
    <LiveRegion>
      {refund && (
        <Banner tone={order.refund === 'due' ? 'marigold' : 'leaf'} title={refund.title}>
          {refund.text}
        </Banner>
      )}
    </LiveRegion>
  )
}
