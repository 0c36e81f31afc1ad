import { jasmineBud } from './heads/jasmine.ts'
import { leaf } from './heads/leaves.ts'
import { lily } from './heads/lily.ts'
import { rose } from './heads/rose.ts'
import { printedWrap } from './holders.ts'
import { around, circle } from './shapes/path.ts'
import { type Drawing, dots, type Sheet, stem } from './shapes/print.ts'

/** A yellow ball of a flower on a thin stem. */
const button = (sheet: Sheet) =>
  sheet.stamp(sheet.block(circle(0, 0, 24), 'marigold') + dots('ochre', 3, [...around(9, 16), ...around(5, 8), [0, 0]]))

export const hero: Drawing = {
  title: 'Roses, lilies and jasmine buds in printed paper',
  draw: (sheet) => {
    const [red, white] = [rose(sheet), lily(sheet, { fine: false })]
    const [bud, ball, green] = [jasmineBud(sheet), button(sheet), leaf(sheet, { length: 124, half: 44 })]
    const wrap = printedWrap(sheet, 'cream', ['rose', 'leaf'], 'rose')
    return (
      green(138, 286, { turn: -76 }) +
      green(464, 290, { turn: 74, flip: true }) +
      green(196, 160, { turn: -40 }) +
      green(444, 176, { turn: 44, flip: true }) +
      green(300, 96, { turn: -2, scale: 0.8 }) +
      wrap.back +
      stem('M262 170C250 130 240 104 226 76', 6) +
      stem('M346 170C356 130 370 104 390 74', 6) +
      stem('M300 170L303 70', 6) +
      ball(222, 66) +
      ball(394, 62) +
      bud(303, 78, { scale: 1.1 }) +
      white(170, 200, { scale: 0.84, turn: -24 }) +
      white(432, 202, { scale: 0.8, turn: 28 }) +
      white(300, 158, { scale: 0.62, turn: 6 }) +
      bud(80, 262, { turn: -40 }) +
      bud(522, 258, { turn: 40 }) +
      red(164, 320, { scale: 0.64, turn: -22 }) +
      red(440, 320, { scale: 0.64, turn: 22 }) +
      red(302, 282, { scale: 0.92 }) +
      green(222, 384, { turn: -54, scale: 0.7 }) +
      green(382, 384, { turn: 54, scale: 0.7, flip: true }) +
      wrap.front
    )
  },
}
