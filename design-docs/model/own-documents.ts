import type * as v from 'valibot'
import { cartLine } from './orders/cart/cart-line.ts'
import { favourite } from './people/favourite.ts'
import { savedAddress } from './people/saved-address.ts'

/** Everything that a device writes for itself. */
export const ownDocuments = [cartLine, savedAddress, favourite] as const
type Declared = (typeof ownDocuments)[number]

export type OwnPrefix = Declared['idPrefix']
export type OwnOf<P extends OwnPrefix> = v.InferOutput<Extract<Declared, { idPrefix: P }>['schema']>

/** The declaration of the documents whose ids begin as this one; undefined when no device may write such a document. */
export const ownDeclarationOf = (id: string): Declared | undefined =>
  ownDocuments.find(({ idPrefix }) => id.startsWith(`${idPrefix}:`))
