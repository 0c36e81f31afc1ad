import { jasmine, jasmineBud } from './heads/jasmine.ts'
import { leaf } from './heads/leaves.ts'
import { rose } from './heads/rose.ts'
import { basket, clayPot } from './holders.ts'
import { circle, type Path } from './shapes/path.ts'
import { contour, type Drawing, dots, fill, fold, hairs, line, stem } from './shapes/print.ts'

/* Pictures for empty screens, and for screens that show a failure. */

/** Also the picture of an unknown flower, so it is in the same folder as the products. */
export const emptyBasket: Drawing = {
  title: 'An empty flower basket',
  draw: (sheet) => {
    const holder = basket(sheet, { open: true })
    const [flower, bud, green] = [jasmine(sheet), jasmineBud(sheet), leaf(sheet, { length: 110, half: 36, veins: 3 })]
    return (
      holder.back +
      holder.front +
      stem('M448 578C486 572 520 556 544 528', 5) +
      green(470, 572, { turn: 16, scale: 0.6 }) +
      green(486, 566, { turn: 112, scale: 0.52, flip: true }) +
      bud(516, 544, { turn: -16, scale: 0.8 }) +
      flower(548, 514, { scale: 0.7, turn: 10 }) +
      flower(98, 566, { scale: 0.5, turn: 8 })
    )
  },
}

const noOrders: Drawing = {
  title: 'A box tied with a ribbon, a rose on its lid',
  draw: (sheet) => {
    const green = leaf(sheet, { length: 120, half: 44 })
    return (
      sheet.block('M130 300L470 300L452 572L148 572Z', 'kraft') +
      hairs('M150 340L160 540M166 340L174 540M450 340L440 540M434 340L426 540') +
      fold('rose', 'M276 300L324 300L322 572L278 572Z') +
      sheet.block('M110 244L490 244L486 312L114 312Z', 'kraft') +
      fold('rose', 'M274 244L326 244L325 312L275 312Z') +
      line('M116 300L484 300') +
      fill('cream', 'M356 400L430 396L436 470L362 474Z') +
      contour('M356 400L430 396L436 470L362 474ZM368 412L368 412') +
      line('M368 424L420 421M370 440L422 437M371 456L404 454') +
      sheet.block('M290 256C220 150 120 150 122 208C124 262 220 274 290 256Z', 'rose') +
      sheet.block('M310 256C380 150 480 150 478 208C476 262 380 274 310 256Z', 'rose') +
      line('M150 212C190 208 230 224 262 244M450 212C410 208 370 224 338 244') +
      green(262, 200, { turn: -52 }) +
      green(338, 200, { turn: 52, flip: true }) +
      green(300, 136, { turn: 6, scale: 0.7 }) +
      rose(sheet)(300, 190, { scale: 0.74 })
    )
  },
}

const noFavourites: Drawing = {
  title: 'A heart of jasmine, not closed yet',
  draw: (sheet) => {
    const [flower, bud, green] = [jasmine(sheet), jasmineBud(sheet), leaf(sheet, { length: 90, half: 32, veins: 3 })]
    const heart: Path =
      'M300 214C276 120 178 90 128 146C76 206 120 320 300 490C480 320 524 206 472 146C430 98 356 112 322 166'
    const flowers = [
      [300, 216, 0.96, 0],
      [254, 140, 0.84, 20],
      [176, 124, 0.9, 44],
      [118, 182, 0.84, 8],
      [128, 264, 0.9, 30],
      [174, 346, 0.84, 50],
      [236, 420, 0.9, 14],
      [300, 488, 1.02, 0],
      [364, 420, 0.9, 36],
      [426, 346, 0.84, 6],
      [472, 264, 0.9, 52],
      [484, 182, 0.8, 22],
    ] as const
    const leaves = [
      [216, 116, -20],
      [136, 140, -60],
      [104, 226, -100],
      [140, 310, -130],
      [200, 390, -140],
      [264, 460, -150],
      [336, 460, 150],
      [400, 390, 140],
      [460, 310, 130],
      [498, 222, 100],
    ] as const
    return (
      stem(heart, 6) +
      leaves.map(([x, y, turn]) => green(x, y, { turn, scale: 0.8 })).join('') +
      flowers.map(([x, y, scale, turn]) => flower(x, y, { scale, turn })).join('') +
      bud(452, 132, { turn: -20, scale: 1.1 }) +
      bud(404, 116, { turn: -56 }) +
      bud(350, 140, { turn: -84, scale: 0.86 })
    )
  },
}

const nothingFound: Drawing = {
  title: 'A looking glass over leaves without a flower',
  draw: (sheet) => {
    const green = leaf(sheet, { length: 170, half: 52, veins: 5 })
    return (
      stem('M180 590C190 500 230 420 300 360', 10) +
      green(196, 520, { turn: -50, scale: 0.9 }) +
      green(208, 480, { turn: 74, flip: true, scale: 0.7 }) +
      sheet.block('M384 372L420 338L540 474C556 496 528 528 504 512Z', 'ochre') +
      hairs('M430 386L516 480M444 374L528 468') +
      sheet.block(circle(280, 232, 186), 'marigold') +
      sheet.block(circle(280, 232, 152), 'paleIndigo', { offset: [3, 2] }) +
      stem('M262 386C266 320 276 270 286 200', 10) +
      green(264, 350, { turn: -58, scale: 0.86 }) +
      green(270, 330, { turn: 60, flip: true, scale: 0.86 }) +
      green(276, 270, { turn: -44, scale: 0.7 }) +
      green(280, 256, { turn: 48, flip: true, scale: 0.7 }) +
      green(286, 204, { turn: 4, scale: 0.5 }) +
      contour('M168 196C178 146 210 116 250 106') +
      hairs('M184 204C194 160 220 134 254 124') +
      contour(circle(280, 232, 152))
    )
  },
}

const offline: Drawing = {
  title: 'A bud that waits under a cloud',
  draw: (sheet) => {
    const green = leaf(sheet, { length: 150, half: 50 })
    const cloud: Path =
      'M150 212C90 212 80 134 138 122C142 62 224 38 260 88C296 38 392 50 400 118C468 110 492 208 422 212Z'
    return (
      sheet.block(cloud, 'paleIndigo') +
      hairs(
        'M120 190C112 182 110 170 114 160M136 194C128 186 126 178 128 170M420 190C440 186 450 172 446 158M240 114C226 100 208 96 192 102M386 134C382 110 364 96 342 96',
      ) +
      sheet.block('M122 40L142 26L444 230L430 250Z', 'marigold') +
      stem('M300 470C298 430 302 400 300 366', 11) +
      green(298, 470, { turn: -60 }) +
      green(302, 470, { turn: 62, flip: true, scale: 0.92 }) +
      green(300, 424, { turn: -52, scale: 0.6 }) +
      jasmineBud(sheet)(300, 376, { scale: 2 }) +
      clayPot(sheet).front
    )
  },
}

const inBud: Drawing = {
  title: 'A sprig of jasmine in bud',
  draw: (sheet) => {
    const [bud, green] = [jasmineBud(sheet), leaf(sheet, { length: 150, half: 52, veins: 5 })]
    return (
      stem('M296 452C266 412 224 384 192 336', 8) +
      stem('M302 420C332 380 380 346 408 300', 8) +
      stem('M284 590C296 510 306 440 300 320', 10) +
      green(290, 548, { turn: -64, scale: 1.1 }) +
      green(296, 526, { turn: 66, flip: true, scale: 1.1 }) +
      green(244, 394, { turn: -96, scale: 0.7 }) +
      green(358, 356, { turn: 92, flip: true, scale: 0.7 }) +
      bud(300, 320, { scale: 3.9 }) +
      bud(412, 304, { turn: 36, scale: 2.4 }) +
      bud(188, 340, { turn: -38, scale: 2.4 }) +
      hairs(
        'M262 226C260 196 266 164 276 142M272 244C270 206 274 176 284 148M326 240C334 208 334 178 326 150M340 222C346 198 344 176 338 158' +
          'M120 268C114 258 110 250 108 240M136 288C128 274 122 262 118 250M474 254C482 242 486 232 488 222M456 274C468 258 474 246 478 234',
      )
    )
  },
}

const notFound: Drawing = {
  title: 'A signpost that a climbing plant has covered',
  draw: (sheet) => {
    const [flower, bud, green] = [jasmine(sheet), jasmineBud(sheet), leaf(sheet, { length: 100, half: 36, veins: 3 })]
    return (
      sheet.block('M280 60L320 60L322 586L278 586Z', 'ochre') +
      hairs('M290 330L290 570M302 350L302 560M312 330L312 576') +
      sheet.block('M270 40C280 24 320 24 330 40L326 62L274 62Z', 'marigold') +
      sheet.block('M150 96L430 96L486 146L430 196L150 196Z', 'kraft') +
      hairs('M166 112L420 112M166 180L420 180M180 130L270 130M330 160L410 160') +
      sheet.block('M450 228L170 228L114 278L170 328L450 328Z', 'paleIndigo') +
      hairs('M434 244L180 244M434 312L180 312M190 264L260 264M340 292L420 292') +
      stem(
        'M252 590C210 520 390 470 330 400C280 350 250 380 262 310C274 240 350 250 340 170C334 120 300 110 286 84',
        6,
      ) +
      green(246, 548, { turn: -70 }) +
      green(330, 506, { turn: 74, flip: true }) +
      green(342, 420, { turn: 60, flip: true, scale: 0.9 }) +
      green(276, 372, { turn: -66, scale: 0.9 }) +
      green(330, 226, { turn: 80, flip: true, scale: 0.8 }) +
      green(262, 300, { turn: -50, scale: 0.8 }) +
      bud(290, 96, { turn: -24, scale: 1.1 }) +
      flower(340, 172, { scale: 0.9 }) +
      flower(264, 316, { scale: 0.9, turn: 20 }) +
      flower(334, 462, { scale: 0.8, turn: 8 }) +
      dots('marigold', 5, [
        [166, 560],
        [438, 572],
        [398, 590],
      ])
    )
  },
}

export const states: Record<string, Drawing> = {
  'no-orders': noOrders,
  'no-favourites': noFavourites,
  'nothing-found': nothingFound,
  offline,
  'in-bud': inBud,
  'not-found': notFound,
}
