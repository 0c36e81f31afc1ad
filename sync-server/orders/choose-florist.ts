import type { Florist, PickUp } from '#model'
import type { Couch } from '../couch/couch.ts'
import { distanceKm } from '../distances/pin-centres.ts'

/** Who makes an order, and whether that florist is of another city than the delivery. */
export interface ChosenFlorist {
  pickup?: PickUp
  isElsewhere: boolean
}

export interface Florists {
  /**
   * `sellers`: the florist of each line. Chooses a florist of the delivery city: the one that sells the most lines, else the nearest one of the city. If the
   * city has none, the florist of the most lines is chosen.
   */
  choose(sellers: readonly string[], to: { city: string; pincode: string }): Promise<ChosenFlorist>
}

/** The catalogue has few florists, and they rarely change. */
const REMEMBERED_MS = 60_000

export function openFlorists(couch: Couch): Florists {
  let known: { florists: Promise<Florist[]>; until: number } | undefined

  function all(): Promise<Florist[]> {
    if (known && known.until > performance.now()) return known.florists
    const florists = couch.db('catalogue').range<Florist>('florist:', 'florist:\uffff')
    known = { florists, until: performance.now() + REMEMBERED_MS }
    // What could not be read is read again for the next order.
    florists.catch(() => {
      known = undefined
    })
    return florists
  }

  return {
    async choose(sellers, { city, pincode }) {
      const florists = await all()
      const counts = new Map<string, number>()
      for (const id of sellers) counts.set(id, (counts.get(id) ?? 0) + 1)
      const byLines = [...counts].toSorted((a, b) => b[1] - a[1]).map(([id]) => florists.find(({ _id }) => _id === id))
      const distance = (florist: Florist) =>
        (florist.pincode === undefined ? undefined : distanceKm(florist.pincode, pincode)) ?? Number.POSITIVE_INFINITY
      const isHere = (florist: Florist | undefined): florist is Florist => florist?.city === city
      const here = byLines.find(isHere) ?? florists.filter(isHere).toSorted((a, b) => distance(a) - distance(b))[0]
      const chosen = here ?? byLines.find((florist) => florist !== undefined)
      return { isElsewhere: here === undefined, ...(chosen && { pickup: pickUpAt(chosen) }) }
    },
  }
}

const pickUpAt = ({ _id, name, address = '', area = '', pincode = '', phone = '' }: Florist): PickUp => ({
  ...{ florist: _id, name, address, area, pincode, phone },
})
