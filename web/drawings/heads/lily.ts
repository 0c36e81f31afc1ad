import { type Path, ring, turned } from '../shapes/path.ts'
import { contour, dots, fill, hairs, line, type Sheet, type Stamp } from '../shapes/print.ts'

/* A lily has six recurved petals, three in front of the other three, and ochre anthers on long filaments. */

const BACK: Path = 'M0 0C-30 -16 -62 -72 -46 -104C-38 -122 -16 -124 4 -138C12 -122 40 -118 48 -100C60 -70 32 -18 0 0Z'
const FRONT: Path = 'M0 0C-26 -14 -60 -62 -50 -102C-44 -124 -18 -126 -4 -146C12 -128 38 -124 46 -104C60 -64 28 -14 0 0Z'
const GROOVE: Path = 'M0 -20C-12 -52 -9 -92 -3 -122C8 -92 12 -52 0 -20Z'
const ANTHER: Path = 'M-16 2C-12 -9 12 -9 16 2C10 9 -10 9 -16 2Z'

export function lily(sheet: Sheet, { fine = true } = {}): Stamp {
  const anthers = [-64, -34, -6, 24, 54, 160]
  const freckles = [0, 120, 240].flatMap((turn) =>
    (
      [
        [-16, 46],
        [15, 54],
        [-20, 66],
        [22, 40],
        [-10, 78],
        [12, 74],
      ] as const
    ).map(([side, out]) => {
      const angle = (turn * Math.PI) / 180
      return [Math.cos(angle) * side + Math.sin(angle) * out, Math.sin(angle) * side - Math.cos(angle) * out] as const
    }),
  )
  return sheet.stamp(
    sheet.block(ring(BACK, 3, 60), 'cream', { knock: 'kraft' }) +
      line(turned('M0 -40C-3 -66 0 -96 3 -116', [60, 180, 300])) +
      (fine
        ? hairs(
            turned(
              'M-14 -60C-20 -78 -22 -92 -20 -104M14 -60C20 -76 24 -88 22 -100M-26 -66C-32 -80 -34 -90 -33 -98M26 -64C32 -78 35 -86 34 -94',
              [60, 180, 300],
            ),
          )
        : '') +
      sheet.block(ring(FRONT, 3, 0), 'cream', { knock: 'kraft' }) +
      fill('paleLeaf', turned(GROOVE, [0, 120, 240])) +
      line(turned('M0 -24C-4 -60 -6 -92 -3 -124', [0, 120, 240])) +
      (fine
        ? hairs(
            turned(
              'M-20 -64C-28 -82 -31 -96 -29 -110M18 -64C26 -82 29 -96 27 -110M-32 -62C-38 -78 -41 -88 -40 -100M30 -62C36 -78 38 -88 37 -100M-11 -74C-16 -90 -18 -102 -17 -114M9 -74C14 -90 15 -102 14 -114',
              [0, 120, 240],
            ),
          )
        : '') +
      (fine ? dots('rose', 2, freckles) : '') +
      fill('paleLeaf', ring('M0 0C-12 -8 -15 -26 0 -36C15 -26 12 -8 0 0Z', 6, 30)) +
      contour(turned('M0 0C8 -22 8 -44 0 -66', anthers)) +
      anthers
        .map((turn) => sheet.block(ring(ANTHER, 1, turn + 4, 70), 'ochre', { offset: [2, 2], knock: 'marigold' }))
        .join('') +
      dots('leaf', 9, [[0, 0]]),
  )
}

/** A lily from the side that is not quite open yet. */
export function lilyTrumpet(sheet: Sheet): Stamp {
  return sheet.stamp(
    sheet.block(
      'M-40 -96C-70 -92 -86 -106 -100 -98C-88 -70 -52 -66 -18 -34L18 -34C52 -66 88 -74 98 -104C84 -108 68 -92 40 -98Z',
      'cream',
      { knock: 'kraft' },
    ) +
      contour('M-14 -80C-18 -104 -22 -114 -26 -124M4 -80C4 -106 6 -118 4 -132M20 -80C26 -102 30 -110 36 -118') +
      sheet.block('M-36 -122C-22 -128 -16 -124 -12 -118C-18 -112 -30 -114 -36 -122Z', 'ochre', { offset: [2, 2] }) +
      sheet.block('M-8 -138C4 -142 12 -138 16 -130C8 -126 -4 -128 -8 -138Z', 'ochre', { offset: [2, 2] }) +
      sheet.block('M24 -116C34 -124 44 -122 48 -114C40 -108 30 -108 24 -116Z', 'ochre', { offset: [2, 2] }) +
      sheet.block(
        'M-12 6C-26 -30 -64 -56 -46 -104C-30 -112 -16 -96 -2 -104C16 -112 30 -94 46 -106C62 -58 28 -30 12 6C4 12 -4 12 -12 6Z',
        'cream',
        { knock: 'kraft' },
      ) +
      fill('paleLeaf', 'M-4 6C-14 -30 -18 -58 -8 -84C4 -58 12 -30 8 6Z') +
      line('M0 4C-8 -34 -12 -62 -8 -92M10 -2C22 -34 34 -60 32 -88') +
      hairs('M-22 -30C-32 -48 -38 -66 -36 -86M-12 -28C-22 -50 -26 -70 -24 -88M18 -34C24 -50 26 -66 22 -84'),
  )
}

export function lilyBud(sheet: Sheet): Stamp {
  return sheet.stamp(
    sheet.block('M-10 0C-28 -40 -26 -98 2 -134C28 -98 28 -40 10 0Z', 'cream', { knock: 'kraft' }) +
      fill('paleLeaf', 'M-6 0C-12 -30 -8 -62 2 -82C12 -62 16 -30 10 0Z') +
      line('M-4 -8C-11 -50 -7 -92 2 -126M12 -8C19 -40 17 -72 10 -98'),
  )
}
