import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { drafts } from '../drafts.ts'

const Prices = v.record(v.string(), v.number())

function readPrices(): Record<string, number> {
  const result = v.safeParse(Prices, drafts.get('prices'))
  return result.success ? result.output : {}
}

const savePrice = (flowerId: string, rupees: number) => drafts.save('prices', { ...readPrices(), [flowerId]: rupees })

/** A flower that is no longer in the cart is seen anew next time. */
export function acknowledgePrices(flowerIds: readonly string[]): void {
  const kept = Object.entries(readPrices()).filter(([flowerId]) => flowerIds.includes(flowerId))
  drafts.save('prices', Object.fromEntries(kept))
}

/** The price that this browser showed before, as long as another one holds now that nobody has accepted. */
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
