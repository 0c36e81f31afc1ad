import type { Category } from '#model'
import { carnation } from './heads/carnation.ts'
import { gerbera, marigold, sunflower } from './heads/composites.ts'
import { jasmine } from './heads/jasmine.ts'
import { leaf } from './heads/leaves.ts'
import { lily, lilyBud } from './heads/lily.ts'
import { orchid, orchidBud } from './heads/orchid.ts'
import { rose, roseBud } from './heads/rose.ts'
import { tulip } from './heads/tulip.ts'
import { type Drawing, stem } from './shapes/print.ts'

/* One plant for each category. The pictures are as small as a thumb: they have one head, two leaves and no holder. */

export const categories: Record<Category, Drawing> = {
  roses: {
    title: 'A rose',
    draw: (sheet) => {
      const green = leaf(sheet, { length: 150, half: 56 })
      return (
        stem('M300 580C296 500 304 420 300 320', 14) +
        stem('M302 500C380 490 450 460 482 410', 10) +
        green(296, 520, { turn: -62 }) +
        green(304, 540, { turn: 66, flip: true, scale: 0.9 }) +
        green(298, 430, { turn: -74, scale: 0.8 }) +
        roseBud(sheet)(486, 414, { turn: 26, scale: 1.2 }) +
        rose(sheet)(276, 214, { scale: 1.44 })
      )
    },
  },
  lilies: {
    title: 'A lily',
    draw: (sheet) => {
      const green = leaf(sheet, { length: 200, half: 34, veins: 5, bend: 30 })
      return (
        stem('M300 580C304 500 296 420 300 300', 14) +
        stem('M300 480C350 450 430 430 478 360', 10) +
        green(298, 560, { turn: -58, flip: true }) +
        green(302, 570, { turn: 62, scale: 0.9 }) +
        lilyBud(sheet)(478, 366, { turn: 30, scale: 1.1 }) +
        lily(sheet)(276, 242, { scale: 1.56, turn: -8 })
      )
    },
  },
  tulips: {
    title: 'A tulip',
    draw: (sheet) => {
      const green = leaf(sheet, { length: 330, half: 52, veins: 0, bend: 60 })
      return (
        green(290, 584, { turn: -26, flip: true }) +
        green(310, 584, { turn: 28, scale: 0.92 }) +
        stem('M300 584C296 500 304 420 300 320', 18) +
        tulip(sheet)(300, 344, { scale: 2 }) +
        green(296, 590, { turn: -6, flip: true, scale: 0.66 })
      )
    },
  },
  orchids: {
    title: 'Orchids',
    draw: (sheet) => {
      const [flower, bud] = [orchid(sheet), orchidBud(sheet)]
      return (
        stem('M236 590C190 430 190 250 280 150C340 90 440 70 520 120', 12) +
        bud(520, 116, { turn: 110, scale: 1.3 }) +
        bud(470, 92, { turn: 20, scale: 1.2 }) +
        flower(384, 128, { scale: 0.94, turn: 16 }) +
        flower(210, 468, { scale: 0.94, turn: -10 }) +
        flower(270, 272, { scale: 1.66, turn: -4 })
      )
    },
  },
  sunflowers: {
    title: 'A sunflower',
    draw: (sheet) => {
      const green = leaf(sheet, { length: 180, half: 84, belly: 0.4 })
      return (
        stem('M300 590C296 520 304 440 300 340', 18) +
        green(296, 550, { turn: -66 }) +
        green(304, 556, { turn: 64, flip: true }) +
        sunflower(sheet)(300, 236, { scale: 1.7 })
      )
    },
  },
  carnations: {
    title: 'A carnation',
    draw: (sheet) => {
      const green = leaf(sheet, { length: 190, half: 17, veins: 0, bend: 40 })
      return (
        stem('M300 590C296 520 304 460 300 380', 13) +
        green(298, 560, { turn: -36, flip: true }) +
        green(302, 570, { turn: 40 }) +
        carnation(sheet, 'pink', 'rose')(300, 312, { scale: 2.1 })
      )
    },
  },
  gerberas: {
    title: 'A gerbera',
    draw: (sheet) => {
      const green = leaf(sheet, { length: 190, half: 52 })
      return (
        green(290, 590, { turn: -44 }) +
        green(312, 590, { turn: 46, flip: true, scale: 0.9 }) +
        stem('M300 590C292 520 308 440 300 320', 18) +
        gerbera(sheet, 'rose', 'pink')(300, 242, { scale: 2.1 })
      )
    },
  },
  'mixed-bouquets': {
    title: 'A rose, a marigold, a tulip and jasmine',
    draw: (sheet) => {
      const green = leaf(sheet, { length: 150, half: 54 })
      const white = jasmine(sheet, { fine: false })
      return (
        green(160, 420, { turn: -76 }) +
        green(440, 420, { turn: 76, flip: true }) +
        green(300, 120, { turn: -4, scale: 0.6 }) +
        green(262, 470, { turn: -132 }) +
        green(338, 470, { turn: 132, flip: true }) +
        tulip(sheet)(180, 240, { turn: -24, scale: 1.26 }) +
        marigold(sheet)(414, 200, { scale: 1.4 }) +
        white(290, 116, { scale: 1.1 }) +
        white(470, 330, { scale: 1.1, turn: 20 }) +
        white(140, 360, { scale: 1.1, turn: 40 }) +
        rose(sheet, { fine: false })(304, 350, { scale: 1.2 })
      )
    },
  },
}
