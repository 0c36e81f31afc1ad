import type * as v from 'valibot'
import { seenMark } from './conversations/seen-mark.ts'
import { declinedDelivery } from './deliveries/declined-delivery.ts'
import { noticesRead } from './notices-read.ts'
import { cartLine } from './orders/cart/cart-line.ts'
import { favourite } from './people/favourite.ts'
import { savedAddress } from './people/saved-address.ts'

/** All types of documents that a device may write by itself. */
export const ownDocuments = [cartLine, savedAddress, favourite, noticesRead, declinedDelivery, seenMark] as const
type Declared = (typeof ownDocuments)[number]

export type OwnPrefix = Declared['idPrefix']
export type OwnOf<P extends OwnPrefix> = v.InferOutput<Extract<Declared, { idPrefix: P }>['schema']>

/** Returns the declaration for a document's id; undefined if devices may not write such documents. */
export const ownDeclarationOf = (id: string): Declared | undefined =>
  ownDocuments.find(({ idPrefix }) => id.startsWith(`${idPrefix}:`))
