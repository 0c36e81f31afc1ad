import type { Workflow } from './define-workflow.ts'
import { placeOrder } from './place-order.ts'
import { cancelOrder } from './placed-order/cancel-order.ts'
import { changeOrder } from './placed-order/change-order.ts'
import { reportProblem } from './placed-order/report-problem.ts'
import { trackOrder } from './placed-order/track-order.ts'
import { updateProfile } from './update-profile.ts'

/** All that can be asked, one file each. */
export const workflows: readonly Workflow[] = [
  placeOrder,
  changeOrder,
  cancelOrder,
  reportProblem,
  trackOrder,
  updateProfile,
]
