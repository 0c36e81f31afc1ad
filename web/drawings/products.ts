import { carnation } from './heads/carnation.ts'
import { gerbera, marigold, sunflower } from './heads/composites.ts'
import { jasmine } from './heads/jasmine.ts'
import { leaf } from './heads/leaves.ts'
import { lily, lilyBud, lilyTrumpet } from './heads/lily.ts'
import { orchid, orchidBud } from './heads/orchid.ts'
import { rose, roseBud } from './heads/rose.ts'
import { tulip, tulipBud } from './heads/tulip.ts'
import { basket, bluePot, clayPot, foldedPaper, jug, lota, printedWrap, tied } from './holders.ts'
import { type Drawing, stem } from './shapes/print.ts'

/* The eight bouquets of the sample catalogue. Each is painted from the back of the bunch to its front. */

const redRoses: Drawing = {
  title: 'Red roses in printed paper',
  draw: (sheet) => {
    const [flower, bud, green] = [rose(sheet), roseBud(sheet), leaf(sheet, { length: 120, half: 44 })]
    const wrap = printedWrap(sheet, 'kraft', ['rose', 'leaf'], 'marigold')
    return (
      green(140, 276, { turn: -72 }) +
      green(460, 276, { turn: 72, flip: true }) +
      green(180, 152, { turn: -44 }) +
      green(424, 152, { turn: 40, flip: true }) +
      green(258, 92, { turn: -22, scale: 0.8 }) +
      green(340, 102, { turn: 16, scale: 0.8, flip: true }) +
      wrap.back +
      stem('M392 130C410 110 424 92 432 78', 7) +
      bud(434, 82, { turn: 26, scale: 0.7 }) +
      flower(300, 108, { scale: 0.66, turn: 6 }) +
      flower(196, 180, { scale: 0.68, turn: -16 }) +
      flower(406, 186, { scale: 0.68, turn: 16 }) +
      flower(150, 300, { scale: 0.66, turn: -26 }) +
      flower(450, 302, { scale: 0.66, turn: 26 }) +
      green(232, 330, { turn: -20, scale: 0.7 }) +
      green(372, 330, { turn: 20, scale: 0.7, flip: true }) +
      flower(300, 274, { scale: 0.92 }) +
      green(224, 380, { turn: -52, scale: 0.7 }) +
      green(380, 380, { turn: 52, scale: 0.7, flip: true }) +
      wrap.front
    )
  },
}

const whiteLilies: Drawing = {
  title: 'White lilies in a blue pot',
  draw: (sheet) => {
    const [flower, trumpet, bud] = [lily(sheet), lilyTrumpet(sheet), lilyBud(sheet)]
    const green = leaf(sheet, { length: 170, half: 30, veins: 5, bend: 26 })
    return (
      stem('M296 440C280 360 236 300 214 230') +
      stem('M304 440C316 340 372 300 402 240') +
      stem('M300 440C300 320 304 220 312 130') +
      stem('M300 430C250 400 182 390 134 336', 7) +
      stem('M404 250C430 216 452 190 472 150', 7) +
      green(262, 420, { turn: -72, flip: true }) +
      green(340, 420, { turn: 66 }) +
      green(288, 330, { turn: -30, scale: 0.9, flip: true }) +
      green(330, 310, { turn: 40, scale: 0.8 }) +
      trumpet(130, 332, { turn: -30, scale: 0.72 }) +
      bud(470, 150, { turn: 28, scale: 0.84 }) +
      bud(448, 176, { turn: 62, scale: 0.62 }) +
      flower(312, 136, { scale: 0.86 }) +
      flower(186, 222, { turn: -26, scale: 0.88 }) +
      flower(400, 286, { turn: 20, scale: 0.96 }) +
      bluePot(sheet).front
    )
  },
}

const tulips: Drawing = {
  title: 'Pink tulips tied with a ribbon',
  draw: (sheet) => {
    const [flower, young] = [tulip(sheet), tulipBud(sheet)]
    const green = leaf(sheet, { length: 250, half: 36, veins: 0, bend: 40 })
    const feet = [-36, -18, 0, 18, 36]
      .map((k) => stem(`M${300 + k * 0.6} 470C${300 + k * 0.5} 500 ${300 + k * 1.2} 540 ${300 + k * 1.9} 582`, 10))
      .join('')
    const bunch = tied(sheet, 'marigold', feet)
    return (
      green(284, 470, { turn: -44, flip: true }) +
      green(316, 470, { turn: 44 }) +
      stem('M300 470C280 380 190 320 120 232') +
      stem('M300 470C320 380 410 320 480 232') +
      stem('M300 470C290 380 236 260 212 172') +
      stem('M300 470C310 380 364 260 388 172') +
      stem('M300 470C298 360 298 240 300 150') +
      young(300, 152, { scale: 0.94 }) +
      young(118, 240, { turn: -34, scale: 0.86 }) +
      young(482, 240, { turn: 34, scale: 0.86 }) +
      flower(212, 196, { turn: -13, scale: 0.96 }) +
      flower(390, 192, { turn: 14, scale: 0.96 }) +
      green(288, 480, { turn: -18, scale: 0.9, flip: true }) +
      green(314, 480, { turn: 20, scale: 0.84 }) +
      stem('M300 470C300 420 301 360 302 310') +
      flower(302, 336, { scale: 1.1, turn: 2 }) +
      bunch.back +
      bunch.front
    )
  },
}

const orchids: Drawing = {
  title: 'An orchid in a clay pot',
  draw: (sheet) => {
    const [flower, bud] = [orchid(sheet), orchidBud(sheet)]
    const green = leaf(sheet, { length: 190, half: 44, veins: 0, bend: 60 })
    return (
      green(290, 470, { turn: -80, flip: true }) +
      green(312, 470, { turn: 78 }) +
      stem('M292 474C226 400 150 250 218 140C262 72 380 44 478 96C506 112 524 138 532 168', 8) +
      stem('M304 474C322 430 352 410 392 380', 8) +
      stem('M392 380C416 364 440 356 466 356', 6) +
      bud(531, 160, { turn: 170, scale: 0.84 }) +
      bud(510, 116, { turn: 62, scale: 0.96 }) +
      bud(468, 88, { turn: 14, scale: 0.96 }) +
      bud(464, 357, { turn: 80, scale: 0.9 }) +
      green(284, 476, { turn: -46, scale: 0.8, flip: true }) +
      green(318, 476, { turn: 48, scale: 0.8 }) +
      flower(396, 92, { scale: 0.62, turn: 22 }) +
      flower(290, 112, { scale: 0.76, turn: 4 }) +
      flower(194, 212, { scale: 0.84, turn: -12 }) +
      flower(352, 254, { scale: 0.96, turn: 6 }) +
      flower(226, 350, { scale: 0.86, turn: -8 }) +
      flower(396, 388, { scale: 0.68, turn: 12 }) +
      clayPot(sheet).front
    )
  },
}

const sunflowers: Drawing = {
  title: 'Sunflowers in a blue jug',
  draw: (sheet) => {
    const [flower, green] = [sunflower(sheet), leaf(sheet, { length: 130, half: 62, belly: 0.4 })]
    const holder = jug(sheet)
    return (
      holder.back +
      stem('M290 430C270 360 214 300 184 200', 12) +
      stem('M310 430C330 360 392 300 416 190', 12) +
      stem('M300 430L300 300', 12) +
      green(150, 262, { turn: -84 }) +
      green(452, 254, { turn: 82, flip: true }) +
      green(250, 120, { turn: -14, scale: 0.8 }) +
      green(350, 126, { turn: 14, scale: 0.8, flip: true }) +
      green(246, 376, { turn: -78, scale: 0.94 }) +
      green(352, 380, { turn: 74, scale: 0.94, flip: true }) +
      flower(172, 184, { scale: 0.94, turn: -8 }) +
      flower(424, 172, { scale: 0.94, turn: 12 }) +
      flower(300, 296, { scale: 1.04 }) +
      holder.front
    )
  },
}

const carnations: Drawing = {
  title: 'Carnations in folded paper',
  draw: (sheet) => {
    const [pink, red] = [carnation(sheet, 'pink', 'rose'), carnation(sheet, 'rose', 'deepRose')]
    const green = leaf(sheet, { length: 150, half: 13, veins: 0, bend: 30 })
    const paper = foldedPaper(sheet)
    return (
      paper.back +
      green(190, 240, { turn: -66, flip: true }) +
      green(412, 240, { turn: 66 }) +
      green(282, 150, { turn: -16, flip: true }) +
      green(330, 150, { turn: 20 }) +
      stem('M300 400C280 300 240 220 206 170', 8) +
      stem('M300 400C320 300 360 220 394 170', 8) +
      stem('M300 400C260 330 200 290 150 262', 8) +
      stem('M300 400C340 330 400 290 450 262', 8) +
      stem('M300 480L300 320', 8) +
      red(206, 142, { turn: -16, scale: 0.86 }) +
      red(400, 146, { turn: 16, scale: 0.86 }) +
      pink(132, 258, { turn: -36, scale: 0.84 }) +
      pink(468, 258, { turn: 36, scale: 0.84 }) +
      pink(304, 196, { turn: 3, scale: 0.8 }) +
      green(262, 420, { turn: -30, scale: 0.8, flip: true }) +
      green(338, 420, { turn: 30, scale: 0.8 }) +
      red(216, 326, { turn: -24, scale: 0.78 }) +
      red(388, 326, { turn: 24, scale: 0.78 }) +
      pink(300, 332, { scale: 1 }) +
      paper.front
    )
  },
}

const gerberas: Drawing = {
  title: 'Gerberas in a brass lota',
  draw: (sheet) => {
    const [red, yellow] = [gerbera(sheet, 'rose', 'pink'), gerbera(sheet, 'marigold', 'cream')]
    const pink = gerbera(sheet, 'pink', 'cream')
    const green = leaf(sheet, { length: 130, half: 40 })
    return (
      stem('M292 420C280 330 210 280 178 170', 11) +
      stem('M308 420C320 330 400 280 424 150', 11) +
      stem('M300 420L300 280', 11) +
      stem('M286 430C240 400 160 400 108 350', 9) +
      stem('M316 430C370 400 440 400 490 346', 9) +
      green(270, 430, { turn: -42 }) +
      green(332, 430, { turn: 40, flip: true }) +
      pink(300, 92, { scale: 0.72, turn: 4 }) +
      pink(100, 300, { scale: 0.68, turn: -8 }) +
      yellow(500, 290, { scale: 0.66, turn: 8 }) +
      red(184, 176, { scale: 0.98, turn: 6 }) +
      yellow(416, 168, { scale: 0.98 }) +
      pink(430, 348, { scale: 0.66, turn: 12 }) +
      yellow(172, 356, { scale: 0.62, turn: 3 }) +
      red(302, 308, { scale: 1.08 }) +
      lota(sheet).front
    )
  },
}

const mixedBouquet: Drawing = {
  title: 'Mixed flowers in a cane basket',
  draw: (sheet) => {
    const [red, gold, white] = [rose(sheet, { fine: false }), marigold(sheet), jasmine(sheet, { fine: false })]
    const [young, green] = [tulipBud(sheet), leaf(sheet, { length: 120, half: 42 })]
    const holder = basket(sheet)
    return (
      holder.back +
      green(178, 340, { turn: -66 }) +
      green(424, 340, { turn: 66, flip: true }) +
      green(240, 190, { turn: -30 }) +
      green(364, 186, { turn: 30, flip: true }) +
      stem('M300 300L300 180', 8) +
      stem('M232 320C208 270 180 230 156 212', 8) +
      stem('M372 320C396 270 424 230 446 210', 8) +
      young(301, 190, { scale: 0.8 }) +
      young(160, 232, { turn: -34, scale: 0.76 }) +
      young(442, 230, { turn: 34, scale: 0.76 }) +
      white(232, 188, { scale: 0.86 }) +
      white(372, 184, { scale: 0.86, turn: 20 }) +
      gold(214, 262, { scale: 0.9 }) +
      gold(392, 258, { scale: 0.9, turn: 14 }) +
      red(168, 346, { scale: 0.6, turn: -20 }) +
      red(434, 346, { scale: 0.6, turn: 20 }) +
      sheet.block('M160 404C170 350 430 350 440 404C400 412 200 412 160 404Z', 'leaf') +
      red(303, 282, { scale: 0.86 }) +
      green(222, 400, { turn: -74, scale: 0.6 }) +
      green(384, 400, { turn: 74, scale: 0.6, flip: true }) +
      holder.front
    )
  },
}

export const products: Record<string, Drawing> = {
  'red-roses': redRoses,
  'white-lilies': whiteLilies,
  tulips,
  orchids,
  sunflowers,
  carnations,
  gerberas,
  'mixed-bouquet': mixedBouquet,
}
