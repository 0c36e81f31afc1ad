import type { Florist, Flower } from '#model'
import { readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { getMany, getOne, getRange } from '../pouch/reads.ts'

interface Kinds {
  flower: Flower
  florist: Florist
}

/** Whether the catalogue was ever pulled to its end: before that an empty list means nothing. */
export const COMPLETENESS = 'complete'
export interface Completeness {
  at?: string
}

/** The public catalogue as this browser has it. */
export class Catalogue {
  readonly db: Pouch

  constructor(db: Pouch) {
    this.db = db
  }

  get<K extends keyof Kinds>(id: `${K}:${string}`): Promise<Kinds[K] | undefined> {
    return getOne(this.db, id)
  }

  getMany<K extends keyof Kinds>(ids: readonly `${K}:${string}`[]): Promise<Kinds[K][]> {
    return getMany(this.db, ids)
  }

  allOf<K extends keyof Kinds>(prefix: K): Promise<Kinds[K][]> {
    return getRange(this.db, prefix)
  }

  async isComplete(): Promise<boolean> {
    const { at } = await readLocal<Completeness>(this.db, COMPLETENESS, {})
    return at !== undefined
  }
}
