import { type Path, place } from './path.ts'

/* Petals have their foot at 0,0 and point up; the arguments are the length and half the width. */

export const pointed = (length: number, half: number, belly = 0.62): Path =>
  place(
    `M0 0C${-half * 0.7} ${-length * 0.15} ${-half * 1.2} ${-length * belly} 0 ${-length}C${half * 1.2} ${-length * belly} ${half * 0.7} ${-length * 0.15} 0 0Z`,
    {},
  )

export const rounded = (length: number, half: number): Path =>
  place(
    `M0 0C${-half * 1.15} ${-length * 0.1} ${-half * 1.32} ${-length} 0 ${-length}C${half * 1.32} ${-length} ${half * 1.15} ${-length * 0.1} 0 0Z`,
    {},
  )

export const blunt = (length: number, half: number): Path =>
  place(
    `M${-half * 0.35} 0C${-half * 1.3} ${-length * 0.5} ${-half * 1.1} ${-length * 1.02} 0 ${-length * 0.97}C${half * 1.1} ${-length * 1.02} ${half * 1.3} ${-length * 0.5} ${half * 0.35} 0Z`,
    {},
  )

/** A fan with a toothed edge, like the petal of a carnation. */
export function fan(length: number, half: number, teeth: number, depth: number): Path {
  const edge = (u: number) => -length * (1 - 0.14 * u * u)
  let path = `M0 0C${-half * 0.25} ${-length * 0.3} ${-half * 0.9} ${-length * 0.55} ${-half} ${-length * 0.86}`
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const from = -1 + (2 * tooth) / teeth
    const middle = from + 1 / teeth
    const to = from + 2 / teeth
    path += `L${half * (from + (middle - from) * 0.5)} ${edge(from) - length * depth}L${half * middle} ${edge(middle)}`
    path += `L${half * (middle + (to - middle) * 0.5)} ${edge(to) - length * depth}L${half * to} ${edge(to)}`
  }
  return place(`${path}C${half * 0.9} ${-length * 0.55} ${half * 0.25} ${-length * 0.3} 0 0Z`, {})
}
