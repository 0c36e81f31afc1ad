import { mirrored, type Path, turned } from '../shapes/path.ts'
import { rounded } from '../shapes/petals.ts'
import { dots, fill, hairs, line, type Sheet, type Stamp, shape } from '../shapes/print.ts'

/* An orchid has two wide wings over three sepals, and a rose lip. */

const WING: Path = 'M0 4C-16 -34 -40 -70 -84 -70C-122 -68 -128 -24 -112 6C-96 36 -46 44 0 4Z'
const BLUSH: Path = 'M-8 0C-26 -14 -44 -22 -66 -20C-52 -12 -50 -8 -78 2C-56 2 -50 6 -58 16C-38 14 -22 8 -8 0Z'
const WING_VEINS: Path =
  'M-40 -30C-60 -42 -74 -50 -90 -54M-52 -18C-76 -26 -90 -28 -108 -28M-84 -8C-96 -8 -104 -8 -114 -8M-66 12C-82 16 -94 16 -106 12M-44 20C-60 26 -72 28 -86 28M-30 -30C-44 -46 -54 -54 -66 -60'
const LIP: Path =
  'M0 0C-28 -8 -38 14 -26 30C-18 28 -13 26 -11 22C-16 42 -8 56 0 64C8 56 16 42 11 22C13 26 18 28 26 30C38 14 28 -8 0 0Z'

export function orchid(sheet: Sheet): Stamp {
  return sheet.stamp(
    sheet.block(turned(rounded(92, 34), [0, 130, 230]), 'pink') +
      line(turned('M0 -40L0 -78', [0, 130, 230])) +
      hairs(
        turned(
          'M-11 -42C-15 -54 -15 -64 -12 -74M11 -42C15 -54 15 -64 12 -74M-19 -48C-22 -56 -22 -62 -20 -68M19 -48C22 -56 22 -62 20 -68',
          [0, 130, 230],
        ),
      ) +
      sheet.block(WING + mirrored(WING), 'pink') +
      fill('rose', BLUSH + mirrored(BLUSH)) +
      hairs(WING_VEINS + mirrored(WING_VEINS)) +
      sheet.block(LIP, 'rose') +
      fill('marigold', 'M0 6C-10 6 -12 16 -7 22C-3 27 3 27 7 22C12 16 10 6 0 6Z') +
      dots('deepRose', 2.4, [
        [-5, 14],
        [5, 14],
        [0, 20],
        [-20, 14],
        [20, 14],
        [0, 40],
        [0, 50],
      ]) +
      shape('cream', 'M0 -14C-12 -14 -14 0 -7 6C-3 9 3 9 7 6C14 0 12 -14 0 -14Z'),
  )
}

export function orchidBud(sheet: Sheet): Stamp {
  return sheet.stamp(
    sheet.block('M0 0C-22 -6 -26 -36 0 -48C26 -36 22 -6 0 0Z', 'pink') +
      line('M0 -6C-4 -20 -2 -30 0 -40M-10 -12C-13 -20 -12 -28 -8 -34'),
  )
}
