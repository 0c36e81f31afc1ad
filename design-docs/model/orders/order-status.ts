export const ORDER_STATUSES = [
  'confirmed',
  'preparing',
  'out_for_delivery',
  'delivered',
  'cancelled',
  'failed',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

const edges: Record<OrderStatus, readonly OrderStatus[]> = {
  confirmed: ['preparing', 'cancelled', 'failed'],
  preparing: ['confirmed', 'out_for_delivery', 'cancelled', 'failed'],
  out_for_delivery: ['delivered', 'failed'],
  delivered: [],
  cancelled: [],
  failed: [],
}
/** Whether the status of an order may change so. Only a delivery that its partner lost goes back, from preparing to confirmed. */
export const mayBecome = (from: OrderStatus, to: OrderStatus) => edges[from].includes(to)
