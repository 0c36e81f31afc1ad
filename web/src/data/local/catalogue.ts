import {
  COMPANY_ID,
  type Company,
  FIGURES_ID,
  type Florist,
  type Flower,
  type Promo,
  type PublicFigures,
  SERVED_CITIES_ID,
  type ServedCities,
} from '#model'
import type { Pouch } from '../pouch/pouch.ts'
import { getMany, getOne } from '../pouch/reads.ts'
import { documentCacheOf } from './document-cache.ts'
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

  /** All documents of a kind, by id; the same array as the last time if none of them has changed. */
  allOf<K extends keyof Kinds>(kind: K): Promise<readonly Kinds[K][]> {
    return documentCacheOf(this.db).all<Kinds[K]>(kind)
  }

  company(): Promise<Company | undefined> {
    return getOne(this.db, COMPANY_ID)
  }

  figures(): Promise<PublicFigures | undefined> {
    return getOne(this.db, FIGURES_ID)
  }

  servedCities(): Promise<ServedCities | undefined> {
    return getOne(this.db, SERVED_CITIES_ID)
  }

  isComplete(): Promise<boolean> {
    return isComplete(this.db)
  }
}
