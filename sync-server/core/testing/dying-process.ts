import { LeaseLost } from '../../lease/lease.ts'
import type { Step } from '../core-document.ts'

/** A holder of the lease that a test can end at any point: before or after any of its writes. */
export function dyingProcess() {
  let dieAt: string | number | undefined
  let points: string[] = []
  const pass = (point: string) => {
    points.push(point)
    if (dieAt === point || dieAt === points.length) throw new LeaseLost(point)
  }
  const step: Step = async (name, write) => {
    pass(`before ${name}`)
    const result = await write()
    pass(`after ${name}`)
    return result
  }
  return {
    step,
    /** From now on the points are counted anew, and the process dies at this one: its name, or its number from 1 on. */
    dieAt(point?: string | number) {
      points = []
      dieAt = point
    },
    /** From now on another process goes on. Returns the points that were passed until then. */
    succeed(): string[] {
      dieAt = undefined
      return [...points]
    },
  }
}
