import { type Path, ring, turned } from '../shapes/path.ts'
import { dots, fold, hairs, line, type Sheet, type Stamp } from '../shapes/print.ts'

/* Mogra, a double jasmine, has broad petals that turn, and a smaller wheel of petals inside. */

const PETAL: Path = 'M0 0C-24 -12 -34 -44 -8 -60C8 -66 20 -58 22 -46C26 -30 14 -8 0 0Z'

export function jasmine(sheet: Sheet, { fine = true } = {}): Stamp {
  const wheel = (angles: readonly number[], scale: number) =>
    angles
      .map((turn) => sheet.block(ring(scaled(scale), 1, turn), 'cream', { offset: [3, 2], knock: 'kraft' }))
      .join('')
  return sheet.stamp(
    wheel([0, 60, 120, 180, 240, 300], 1) +
      (fine ? hairs(turned('M-2 -40C-4 -46 -4 -50 -3 -54M6 -40C8 -44 9 -48 8 -52', [0, 60, 120, 180, 240, 300])) : '') +
      wheel([20, 92, 164, 236, 308], 0.62) +
      dots('marigold', 6, [[0, 0]]),
  )
}

const scaled = (scale: number): Path => PETAL.replace(/-?\d+/g, (value) => String(Math.round(Number(value) * scale)))

export function jasmineBud(sheet: Sheet): Stamp {
  return sheet.stamp(
    sheet.block('M-6 0C-20 -20 -17 -48 0 -62C17 -48 20 -20 6 0Z', 'cream', { offset: [3, 2], knock: 'kraft' }) +
      line('M2 -58C-6 -42 -4 -24 4 -10') +
      fold(
        'leaf',
        'M-10 2C-12 -8 -10 -14 -14 -22C-6 -18 -2 -12 0 -8C2 -12 6 -18 14 -22C10 -14 12 -8 10 2C6 10 -6 10 -10 2Z',
      ),
  )
}
