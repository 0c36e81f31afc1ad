import { mirrored, type Path } from '../shapes/path.ts'
import { fill, hairs, type Sheet, type Stamp } from '../shapes/print.ts'

/* A tulip is a cup with a flame in every petal. */

const BACK: Path =
  'M-46 -20C-76 -70 -62 -118 -38 -146C-24 -128 -10 -114 -2 -96C4 -116 20 -132 34 -148C62 -118 74 -68 46 -20C20 0 -22 0 -46 -20Z'
const SIDE: Path = 'M-12 -2C-74 -14 -90 -78 -70 -136C-38 -116 -12 -72 0 -14Z'
const SIDE_FLAME: Path = 'M-30 -18C-56 -42 -66 -78 -62 -112C-48 -88 -38 -62 -30 -18Z'
const FRONT: Path = 'M0 4C-56 -12 -58 -84 -4 -132C54 -88 54 -12 0 4Z'
const FLAME: Path =
  'M2 -4C-22 -18 -22 -42 -14 -62C-9 -50 -7 -48 -6 -74C-4 -94 -2 -100 -1 -112C4 -96 6 -86 8 -72C9 -50 12 -52 16 -62C24 -38 22 -18 2 -4Z'

export function tulip(sheet: Sheet): Stamp {
  return sheet.stamp(
    sheet.block(BACK, 'rose') +
      hairs(
        'M-40 -104C-36 -116 -34 -124 -36 -134M-30 -98C-26 -110 -26 -118 -30 -130M30 -100C32 -114 32 -124 32 -136M40 -104C44 -116 42 -122 40 -132',
      ) +
      sheet.block(SIDE, 'pink') +
      sheet.block(mirrored(SIDE), 'pink') +
      fill('rose', SIDE_FLAME + mirrored(SIDE_FLAME)) +
      hairs(
        'M-48 -30C-66 -54 -74 -84 -70 -112M-40 -24C-46 -40 -52 -50 -58 -58M48 -30C66 -54 74 -84 70 -112M40 -24C46 -40 52 -50 58 -58',
      ) +
      sheet.block(FRONT, 'pink') +
      fill('rose', FLAME) +
      hairs(
        'M-26 -30C-36 -54 -34 -78 -22 -98M-34 -38C-42 -58 -42 -74 -34 -92M26 -30C36 -54 34 -78 22 -98M34 -38C42 -58 42 -74 34 -92M-18 -84C-16 -94 -12 -102 -8 -108M18 -84C16 -94 12 -102 8 -108',
      ),
  )
}

/** A younger tulip: one petal is closed over the other. */
export function tulipBud(sheet: Sheet): Stamp {
  return sheet.stamp(
    sheet.block('M-16 0C-60 -26 -54 -100 4 -142C58 -100 60 -26 16 0Z', 'rose') +
      sheet.block('M-14 0C-62 -26 -56 -96 -4 -136C26 -104 40 -40 10 2Z', 'pink') +
      fill('rose', 'M-14 -8C-30 -26 -30 -48 -24 -70C-18 -56 -14 -54 -12 -84C-6 -60 -2 -56 4 -66C8 -42 4 -22 -4 -6Z') +
      hairs(
        'M-36 -30C-44 -54 -40 -78 -28 -98M-28 -26C-36 -44 -36 -54 -34 -64M16 -30C20 -54 14 -78 4 -100M34 -26C40 -52 36 -76 24 -98M28 -20C32 -40 30 -56 26 -70',
      ),
  )
}
