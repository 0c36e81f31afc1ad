import { COMPANY_ID, type Company, type Florist, type Flower, type Promo } from '#model'
import type { Pouch } from '../pouch/pouch.ts'
import { getLongRange, getMany, getOne } from '../pouch/reads.ts'
import { isComplete } from './initial-sync-flag.ts'

interface Kinds {
  flower: Flower
  florist: Florist
  promo: Promo
}

/** This browser's copy of the public catalogue. */
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
    return getLongRange(this.db, prefix)
  }

  company(): Promise<Company | undefined> {
    return getOne(this.db, COMPANY_ID)
  }

  isComplete(): Promise<boolean> {
    return isComplete(this.db)
  }
}
