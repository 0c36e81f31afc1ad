import { turned } from '../shapes/path.ts'
import { fan } from '../shapes/petals.ts'
import { hairs, type Ink, line, type Sheet, type Stamp } from '../shapes/print.ts'

/** A carnation from the side: toothed fans on a long calyx. */
export function carnation(sheet: Sheet, ink: Ink, heart: Ink): Stamp {
  const outer = [-80, 80, -49, 49, -17, 17]
  const middle = [-60, 60, -30, 30, 0]
  const layer = (angles: readonly number[], petal: string, colour: Ink) =>
    angles.map((turn) => sheet.block(turned(petal, [turn]), colour)).join('')
  return sheet.stamp(
    layer(outer, fan(112, 38, 4, 0.1), ink) +
      line(turned('M-9 -94L-8 -86M0 -98L0 -88M9 -94L8 -86', outer)) +
      layer(middle, fan(88, 32, 4, 0.11), ink) +
      hairs(turned('M-10 -70L-7 -52M0 -72L0 -56M10 -70L7 -52M-17 -66L-14 -54M17 -66L14 -54', middle)) +
      layer([-40, 40, -14, 14], fan(61, 25, 3, 0.13), heart) +
      sheet.block('M-18 -26C-8 -17 8 -17 18 -26C21 4 17 36 9 52C4 58 -4 58 -9 52C-17 36 -21 4 -18 -26Z', 'paleLeaf') +
      line('M-7 -14C-9 8 -6 30 -3 42M8 -14C10 8 7 26 4 36'),
  )
}
