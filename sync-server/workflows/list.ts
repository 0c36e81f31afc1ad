import type { Workflow } from './define-workflow.ts'
import { placeOrder } from './place-order.ts'

/** All that can be asked, one file each. */
export const workflows: readonly Workflow[] = [placeOrder]
