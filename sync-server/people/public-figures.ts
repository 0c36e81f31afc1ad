import { isDeepStrictEqual } from 'node:util'
import { FIGURES_ID, type PublicFigures } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Settings } from '../settings/settings.ts'

type Figures = Omit<PublicFigures, '_id' | '_rev' | 'type'>

/** The specification's claims; they are true of no shop yet. */
const OF_THE_DEMO: Figures = { cities: 50, customers: 1000, florists: 500, partners: 100 }
/** A smaller figure would say more about the shop's youth than about its size. */
const SHOWN_FROM = 100

/** Rounds down to two digits, so that the document changes rarely: every device replicates every change of it. */
function shown(counted: number): number | undefined {
  if (counted < SHOWN_FROM) return undefined
  const unit = 10 ** (String(counted).length - 2)
  return Math.floor(counted / unit) * unit
}

async function countOf(couch: Couch): Promise<Figures> {
  const byRole = await couch.db('accounts').reduced<number>('by-role')
  const customers = shown(byRole.get('CUSTOMER') ?? 0)
  const partners = shown(byRole.get('PARTNER') ?? 0)
  const florists = shown((await couch.db('catalogue').ids('florist:', 'florist:\uffff')).length)
  return {
    ...(customers !== undefined && { customers }),
    ...(florists !== undefined && { florists }),
    ...(partners !== undefined && { partners }),
  }
}

interface Needs {
  couch: Couch
  settings: Pick<Settings, 'mode'>
}

/** Puts the figures that home and the page about Mogra show into the catalogue: what is counted, or a demo's claims. */
export async function publishFigures({ couch, settings }: Needs): Promise<void> {
  const figures = settings.mode === 'demo' ? OF_THE_DEMO : await countOf(couch)
  await couch.db('catalogue').update<PublicFigures>(FIGURES_ID, (before) => {
    const wanted: PublicFigures = { _id: FIGURES_ID, type: 'figures', ...figures }
    return before && isDeepStrictEqual({ ...before, _rev: undefined }, { ...wanted, _rev: undefined })
      ? undefined
      : wanted
  })
}
