import { around, circle, type Point, ring } from '../shapes/path.ts'
import { blunt, pointed } from '../shapes/petals.ts'
import { contour, dots, fill, hairs, type Ink, line, type Sheet, type Stamp } from '../shapes/print.ts'

/* Flowers that consist of a disc with rays: sunflower, gerbera, marigold. */

/** Places seeds by the golden angle, as they grow in a sunflower. */
const seeds = (from: number, to: number, step: number): Point[] => {
  const points: Point[] = []
  for (let index = 1; ; index += 1) {
    const radius = step * Math.sqrt(index)
    if (radius > to) return points
    const angle = index * 2.39996
    if (radius >= from) points.push([radius * Math.cos(angle), radius * Math.sin(angle)])
  }
}

export function sunflower(sheet: Sheet): Stamp {
  const disc = 74
  return sheet.stamp(
    sheet.block(ring(pointed(70, 17, 0.5), 17, 10.6, disc - 8), 'ochre') +
      sheet.block(ring(pointed(62, 16, 0.5), 17, 0, disc - 10), 'marigold') +
      line(ring('M0 -16L0 -42', 17, 0, disc - 8)) +
      hairs(ring('M-6 -16L-5 -32M6 -16L5 -32', 17, 0, disc - 8)) +
      fill('ochre', circle(0, 0, disc)) +
      fill('contour', circle(0, 0, disc - 16)) +
      dots('paleLeaf', 2.4, seeds(0, 30, 6.4)) +
      dots('marigold', 2.7, seeds(30, disc - 21, 6.4)) +
      contour(circle(0, 0, disc)) +
      dots('contour', 2.6, around(26, disc - 8)),
  )
}

export function gerbera(sheet: Sheet, ink: Ink, inner: Ink): Stamp {
  const rays = 14
  return sheet.stamp(
    sheet.block(ring(blunt(70, 17), rays, 180 / rays, 36), ink) +
      sheet.block(ring(blunt(58, 15), rays, 0, 34), ink) +
      hairs(ring('M-6 -22L-7 -46M6 -22L7 -46', rays, 0, 34)) +
      line(ring('M0 -24L0 -42', rays, 0, 34)) +
      sheet.block(ring(pointed(22, 8), rays, 180 / rays, 31), inner, { offset: [3, 2] }) +
      fill('contour', circle(0, 0, 35)) +
      dots('marigold', 3.4, [...around(14, 27), ...around(8, 15, 20), [0, 0]]),
  )
}

/** A marigold (genda): a pompon of blunt petals in nested rows. */
export function marigold(sheet: Sheet): Stamp {
  return sheet.stamp(
    sheet.block(ring(blunt(40, 19), 12, 15, 44), 'ochre') +
      sheet.block(ring(blunt(40, 18), 11, 0, 28), 'marigold') +
      sheet.block(ring(blunt(34, 15), 9, 12, 14), 'marigold', { offset: [4, 3] }) +
      sheet.block(ring(blunt(26, 12), 6, 0, 3), 'ochre', { offset: [3, 2], knock: 'marigold' }) +
      dots('contour', 3, [[0, 0]]),
  )
}
