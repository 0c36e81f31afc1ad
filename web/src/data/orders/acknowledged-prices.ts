import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { drafts } from '../drafts.ts'

const Prices = v.record(v.string(), v.number())

function readPrices(): Record<string, number> {
  const result = v.safeParse(Prices, drafts.get('prices'))
  return result.success ? result.output : {}
}

const savePrice = (flowerId: string, rupees: number) => drafts.save('prices', { ...readPrices(), [flowerId]: rupees })

/** Forgets the prices of flowers that are no longer in the cart; the next time they count as new. */
export function acknowledgePrices(flowerIds: readonly string[]): void {
  const kept = Object.entries(readPrices()).filter(([flowerId]) => flowerIds.includes(flowerId))
  drafts.save('prices', Object.fromEntries(kept))
}

/** `before` is the price that this browser showed earlier, until the person accepts the new one. */
export function useAcknowledgedPrice(flowerId: string, rupees: number | undefined) {
  const [seen, setSeen] = useState<number | undefined>(() => readPrices()[flowerId])
  useEffect(() => {
    if (rupees === undefined || seen !== undefined) return
    savePrice(flowerId, rupees)
    setSeen(rupees)
  }, [flowerId, rupees, seen])
  return {
    before: seen === rupees ? undefined : seen,
    accept() {
      if (rupees === undefined) return
      savePrice(flowerId, rupees)
      setSeen(rupees)
    },
  }
}
