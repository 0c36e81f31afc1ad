import { mirrored, type Path, place } from '../shapes/path.ts'
import { contour, fold, hairs, line, type Print, type Sheet, type Stamp } from '../shapes/print.ts'

/* A rose from slightly above: five open outer petals with rolled lips, and nested cups in their middle. */

const OUTER: readonly Path[] = [
  'M-6 -20C-60 -8 -112 -50 -98 -92C-88 -112 -66 -116 -52 -126C-34 -118 -4 -112 6 -86C14 -62 8 -36 -6 -20Z',
  'M6 -20C58 -8 112 -44 100 -88C92 -108 74 -112 58 -122C40 -116 8 -112 -4 -88C-10 -62 -6 -36 6 -20Z',
  'M-14 40C-66 56 -132 34 -132 -8C-132 -30 -124 -40 -122 -54C-104 -66 -70 -68 -46 -44C-22 -20 -10 8 -14 40Z',
  'M14 40C66 56 130 38 134 -4C134 -26 126 -36 126 -50C108 -64 74 -66 48 -44C24 -20 12 8 14 40Z',
]
const OUTER_LIPS: Path =
  'M-98 -92C-88 -112 -66 -116 -52 -126C-34 -118 -4 -112 6 -86C-14 -105 -36 -104 -51 -112C-66 -104 -84 -103 -98 -92ZM100 -88C92 -108 74 -112 58 -122C40 -116 8 -112 -4 -88C18 -105 40 -101 57 -108C70 -101 88 -99 100 -88ZM-132 -8C-132 -30 -124 -40 -122 -54C-104 -66 -70 -68 -46 -44C-74 -55 -96 -53 -110 -46C-114 -32 -126 -24 -132 -8ZM134 -4C134 -26 126 -36 126 -50C108 -64 74 -66 48 -44C76 -55 98 -50 114 -43C118 -30 128 -20 134 -4Z'
const OUTER_HAIRS: Path =
  'M-78 -84C-62 -68 -46 -58 -30 -50M-58 -92C-46 -78 -34 -68 -22 -60M-38 -94C-30 -82 -22 -74 -14 -68M80 -82C64 -66 48 -56 32 -48M60 -90C48 -76 36 -66 24 -58M40 -92C32 -80 24 -72 16 -66M-116 -12C-100 0 -84 6 -66 8M-108 -26C-94 -14 -80 -8 -64 -6M-108 10C-94 18 -80 22 -64 22M116 -8C102 2 86 8 68 10M110 -24C96 -12 82 -6 66 -4M108 14C96 20 82 24 66 24'
const SKIRT_LEFT: Path =
  'M-70 -14C-108 0 -132 40 -112 74C-104 88 -90 92 -84 106C-56 110 4 116 26 82C6 34 -30 -10 -70 -14Z'
const SKIRT_LEFT_LIP: Path =
  'M-119 52C-118 64 -116 69 -112 74C-104 88 -90 92 -84 106C-56 110 4 116 26 82C-8 98 -48 97 -76 92C-86 82 -108 73 -119 52Z'
const SKIRT_RIGHT: Path = 'M72 -10C110 4 132 46 110 80C102 92 88 96 80 110C52 116 -8 116 -28 86C-8 40 32 -6 72 -10Z'
const SKIRT_RIGHT_LIP: Path =
  'M118 58C117 68 114 74 110 80C102 92 88 96 80 110C52 116 -8 116 -28 86C8 102 46 101 73 96C84 86 106 79 118 58Z'
const SKIRT_HAIRS: Path =
  'M-96 66C-84 52 -76 40 -70 26M-82 74C-72 60 -64 48 -58 34M-64 79C-56 66 -50 54 -46 44M-44 83C-38 72 -34 64 -30 58M96 72C86 58 78 46 72 32M82 79C74 66 66 54 60 42M64 84C58 72 52 62 48 54M44 88C40 80 36 72 32 66'

// One cup: its inside is visible over the rim; two petals close it in front, the right one over the left one.
const CUP_BACK: Path = 'M-70 -34C-74 -70 -40 -92 0 -92C40 -92 74 -70 70 -34C56 6 -56 6 -70 -34Z'
const CUP_LEFT: Path = 'M-70 -34C-84 16 -54 62 0 70C40 62 48 28 36 8C0 12 -50 0 -70 -34Z'
const CUP_RIGHT: Path = 'M70 -34C86 18 54 66 -4 72C-34 66 -44 50 -34 34C16 32 56 4 70 -34Z'
const CUP_LEFT_LIP: Path = 'M-70 -34C-50 0 0 12 36 8C40 15 41 22 40 28C-8 32 -60 10 -70 -34Z'
const CUP_RIGHT_LIP: Path = 'M70 -34C56 4 16 32 -34 34C-38 41 -38 48 -36 54C22 54 68 18 70 -34Z'

const CUP_HAIRS: Path =
  'M-56 18C-52 34 -44 46 -36 53M-44 26C-40 38 -34 48 -28 55M58 18C52 34 42 46 30 54M44 32C38 43 28 52 16 59M30 42C24 50 16 57 4 62'
// The innermost petal is still rolled.
const HEART: Path = 'M-17 -52C-15 -66 14 -68 17 -54C19 -42 2 -36 -6 -43C-12 -50 -2 -58 5 -52'

interface Cup {
  scale: number
  y: number
  flip?: boolean
  fine: boolean
}

function cup(sheet: Sheet, { scale, y, flip = false, fine }: Cup): Print {
  const put = (path: Path) => place(path, { scale, y, flip })
  const offset = [6 * Math.max(scale, 0.6), 5 * Math.max(scale, 0.6)].map(Math.round) as [number, number]
  return (
    sheet.block(put(CUP_BACK), 'deepRose', { offset, knock: 'rose' }) +
    sheet.block(put(CUP_LEFT), 'rose', { offset }) +
    fold('pink', put(CUP_LEFT_LIP)) +
    sheet.block(put(CUP_RIGHT), 'rose', { offset }) +
    fold('pink', put(CUP_RIGHT_LIP)) +
    (fine ? hairs(put(CUP_HAIRS)) : '')
  )
}

export function rose(sheet: Sheet, { fine = true } = {}): Stamp {
  const lip = (path: Path) => fold('pink', path)
  const rest = (path: Path) => (fine ? hairs(path) : '')
  return sheet.stamp(
    OUTER.map((petal) => sheet.block(petal, 'rose')).join('') +
      lip(OUTER_LIPS) +
      rest(OUTER_HAIRS) +
      sheet.block(SKIRT_LEFT, 'rose') +
      lip(SKIRT_LEFT_LIP) +
      sheet.block(SKIRT_RIGHT, 'rose') +
      lip(SKIRT_RIGHT_LIP) +
      rest(SKIRT_HAIRS) +
      cup(sheet, { scale: 1, y: 0, fine }) +
      cup(sheet, { scale: 0.64, y: -26, flip: true, fine: false }) +
      cup(sheet, { scale: 0.36, y: -38, fine: false }) +
      contour(HEART),
  )
}

export function roseBud(sheet: Sheet): Stamp {
  const body: Path = 'M-20 -6C-42 -40 -24 -76 2 -94C28 -74 42 -40 20 -6C8 4 -8 4 -20 -6Z'
  const turnedOver: Path = 'M2 -94C-14 -66 -10 -34 14 -4C34 -24 36 -68 2 -94Z'
  const sepals: Path =
    'M0 14C-22 8 -32 -10 -36 -36C-22 -32 -14 -24 -8 -16C-6 -28 -2 -36 0 -42C4 -36 8 -26 8 -16C16 -24 26 -30 36 -36C32 -8 22 8 0 14Z'
  return sheet.stamp(
    sheet.block(body, 'rose') +
      fold('pink', turnedOver) +
      line(mirrored('M18 -70C26 -54 28 -40 26 -28')) +
      sheet.block(sepals, 'leaf', { knock: 'paleLeaf' }),
  )
}
