import { categories } from './categories.ts'
import { hero } from './hero.ts'
import { products } from './products.ts'
import { printed } from './shapes/print.ts'
import { emptyBasket, states } from './states.ts'

/** Every picture of `web/public/flowers` by its path, with the function that draws it. */
export const drawings: ReadonlyMap<string, () => string> = new Map(
  [
    ...Object.entries(products).map(([name, drawing]) => [`${name}.svg`, drawing] as const),
    ['empty-basket.svg', emptyBasket] as const,
    ['hero.svg', hero] as const,
    ...Object.entries(categories).map(([name, drawing]) => [`categories/${name}.svg`, drawing] as const),
    ...Object.entries(states).map(([name, drawing]) => [`states/${name}.svg`, drawing] as const),
  ].map(([path, drawing]) => [path, () => printed(drawing)]),
)
