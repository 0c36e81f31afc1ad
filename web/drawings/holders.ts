import { type Path, type Point, place } from './shapes/path.ts'
import { contour, dots, fill, fold, hairs, type Ink, line, type Print, type Sheet } from './shapes/print.ts'

/** The part behind the flowers, and the part in front of them. */
export interface Holder {
  back: Print
  front: Print
}

/** A buti, the small flower on block-printed cloth. */
function buti(sheet: Sheet, ink: Ink, leaves: Ink) {
  return sheet.stamp(
    fill(ink, 'M0 -12C-8 -7 -8 2 0 7C8 2 8 -7 0 -12ZM-2 12L2 12L2 18L-2 18Z') +
      fill(leaves, 'M-2 10C-11 8 -13 2 -12 -3C-6 -1 -3 4 -2 10ZM2 10C11 8 13 2 12 -3C6 -1 3 4 2 10Z'),
  )
}

const BUTIS: readonly Point[] = [
  [236, 410],
  [270, 446],
  [290, 424],
  [262, 406],
  [340, 462],
  [378, 406],
  [358, 434],
  [300, 464],
]

/** A sheet of printed paper with one side over the other, tied with a bow. */
export function printedWrap(sheet: Sheet, paper: Ink, [flower, leaves]: readonly [Ink, Ink], ribbon: Ink): Holder {
  const print = buti(sheet, flower, leaves)
  return {
    back: sheet.block('M150 336C225 288 375 288 450 336L338 500L262 500Z', paper),
    front:
      sheet.block('M258 494C262 530 246 562 226 584L374 584C354 562 338 530 342 494Z', paper) +
      line('M284 512C282 540 276 562 268 580M316 512C318 540 324 562 332 580M300 514L300 576') +
      hairs('M272 514C268 540 260 562 250 578M328 514C332 540 340 562 350 578M308 514C308 540 312 560 316 576') +
      sheet.block('M150 336C210 390 315 414 393 388L344 500L256 500Z', paper) +
      sheet.block('M450 336C393 366 330 426 288 500L344 500Z', paper) +
      line('M164 360C216 406 312 428 384 402M438 356C400 380 356 414 332 442') +
      hairs('M172 374C220 416 308 438 378 414M430 370C398 392 364 420 342 448') +
      BUTIS.map(([x, y]) => print(x, y, { scale: 0.95 })).join('') +
      bow(sheet, ribbon),
  }
}

function bow(sheet: Sheet, ink: Ink): Print {
  const loop: Path = 'M296 498C266 468 232 470 226 492C222 514 262 522 296 502Z'
  return (
    sheet.block('M250 482C284 494 316 494 350 482L352 510C318 522 282 522 248 510Z', ink) +
    sheet.block('M288 508C274 530 262 546 240 556L256 562L258 576C282 560 296 534 300 512Z', ink) +
    sheet.block('M310 510C318 530 326 540 344 548L332 556L334 570C314 560 304 536 300 512Z', ink) +
    sheet.block(loop, ink) +
    sheet.block(place(loop, { flip: true, x: 600 }), ink) +
    line('M240 490C256 486 272 490 286 498M360 490C344 486 328 490 314 498') +
    sheet.block('M288 486L312 486L314 516L286 516Z', ink)
  )
}

/** A round blue pot with a pale band, as potters make it in Khurja and paint it in Jaipur. */
export function bluePot(sheet: Sheet): Holder {
  const drop: Path = 'M0 -20C-10 -12 -10 -2 0 8C10 -2 10 -12 0 -20Z'
  return {
    back: '',
    front:
      sheet.block(
        'M252 410C262 436 262 446 236 464C194 492 196 548 246 584L354 584C404 548 406 492 364 464C338 446 338 436 348 410Z',
        'indigo',
      ) +
      fold('paleIndigo', 'M212 504C260 524 340 524 388 504L390 528C340 546 260 546 210 528Z') +
      fold('paleIndigo', 'M250 410C282 420 318 420 350 410L345 428C318 436 282 436 256 428Z') +
      fill(
        'cream',
        [244, 272, 300, 328, 356]
          .map((x, i) => place(drop, { x, y: [489, 494, 496, 494, 489][i] ?? 0, scale: 0.7 }))
          .join(''),
      ) +
      dots('indigo', 4, [
        [232, 522],
        [255, 528],
        [278, 531],
        [301, 532],
        [324, 531],
        [347, 528],
        [370, 522],
      ]) +
      dots('cream', 4, [
        [262, 562],
        [281, 566],
        [300, 567],
        [319, 566],
        [338, 562],
      ]) +
      hairs('M232 556C240 566 248 572 254 576M224 548C232 560 240 568 248 574M256 470C244 476 236 482 230 488'),
  }
}

export function clayPot(sheet: Sheet): Holder {
  return {
    back: '',
    front:
      sheet.block('M206 464L394 464L368 586L232 586Z', 'ochre') +
      fold('marigold', 'M219 516L385 516L380 542L224 542Z') +
      dots('cream', 4, [
        [246, 529],
        [273, 529],
        [300, 529],
        [327, 529],
        [354, 529],
      ]) +
      hairs('M238 556L241 576M250 558L252 576M262 560L263 572M352 560L348 578M340 562L338 576') +
      sheet.block('M194 446L406 446L402 482L198 482Z', 'ochre') +
      hairs('M208 458L208 470M220 458L220 472M232 460L232 468M380 458L380 472M392 458L391 470'),
  }
}

/** An enamelled jug, blue with a white rim. */
export function jug(sheet: Sheet): Holder {
  return {
    back: sheet.block(
      'M372 442C430 420 456 462 440 502C430 528 404 546 374 552L372 530C396 524 414 510 420 490C426 464 408 452 374 464Z',
      'indigo',
    ),
    front:
      sheet.block(
        'M226 414C240 452 216 486 214 522C212 552 222 574 232 586L368 586C378 574 388 552 386 522C384 486 360 452 374 414Z',
        'indigo',
      ) +
      fold(
        'cream',
        'M212 404C240 416 330 420 388 402C384 416 380 424 374 432C330 442 268 442 226 432C220 424 216 414 212 404Z',
      ) +
      fold('cream', 'M226 574L374 574L368 588L232 588Z') +
      fill(
        'cream',
        [252, 300, 348]
          .map((x) =>
            place(
              'M0 -24C-14 -12 -14 4 0 14C14 4 14 -12 0 -24ZM-5 18C-20 16 -26 4 -24 -6C-14 -2 -7 8 -5 18ZM5 18C20 16 26 4 24 -6C14 -2 7 8 5 18Z',
              { x, y: 514 },
            ),
          )
          .join(''),
      ) +
      dots('cream', 3.4, [
        [276, 490],
        [324, 490],
        [276, 544],
        [324, 544],
        [236, 544],
        [364, 544],
      ]) +
      line('M220 470C262 478 338 478 380 470M216 556C262 562 338 562 384 556') +
      hairs('M230 486C226 500 224 514 224 528M238 484C234 496 232 508 232 520'),
  }
}

/** A brass lota. */
export function lota(sheet: Sheet): Holder {
  return {
    back: '',
    front:
      sheet.block(
        'M248 410C250 430 262 440 262 452C206 462 186 510 210 544C224 566 250 576 262 588L338 588C350 576 376 566 390 544C414 510 394 462 338 452C338 440 350 430 352 410Z',
        'marigold',
      ) +
      fold('ochre', 'M201 500C250 520 350 520 399 500L399 522C350 542 250 542 201 522Z') +
      dots('cream', 3.8, [
        [228, 520],
        [257, 525],
        [286, 528],
        [314, 528],
        [343, 525],
        [372, 520],
      ]) +
      line('M262 452C284 460 316 460 338 452M250 416C280 424 320 424 350 416M256 578C286 584 316 584 346 578') +
      hairs(
        'M222 480C216 486 212 492 210 496M234 472C226 478 220 486 216 494M222 550C232 560 242 568 252 572M240 554C246 560 254 566 262 570M270 424C268 434 268 440 270 446',
      ),
  }
}

/** Flat paper with a printed border; its sides are folded over each other. */
export function foldedPaper(sheet: Sheet): Holder {
  const left: Path = 'M112 318L322 470L304 556L256 556Z'
  const band: Path = 'M112 318L322 470L317 490L129 346Z'
  const specks: readonly Point[] = [
    [192, 424],
    [222, 440],
    [252, 462],
    [218, 468],
    [246, 492],
    [276, 486],
    [264, 520],
  ]
  const across = (path: Path) => place(path, { flip: true, x: 600 })
  return {
    back:
      sheet.block('M112 318L190 250L300 292L410 250L488 318L338 540L262 540Z', 'paleIndigo') +
      hairs('M196 266L296 304M404 266L304 304'),
    front:
      sheet.block('M256 546C254 564 244 580 230 592L370 592C356 580 346 564 344 546Z', 'cream', { knock: 'kraft' }) +
      line('M284 562C282 574 276 584 270 590M316 562C318 574 324 584 330 590') +
      sheet.block(left, 'cream', { knock: 'kraft' }) +
      fold('indigo', band) +
      sheet.block(across(left), 'cream', { knock: 'kraft' }) +
      fold('indigo', across(band)) +
      dots('rose', 4, [...specks, ...specks.map(([x, y]) => [600 - x, y] as const)]) +
      hairs('M286 504L276 546M298 502L292 548M314 504L324 546') +
      sheet.block('M252 536C284 546 316 546 348 536L350 562C316 570 284 570 250 562Z', 'rose') +
      sheet.block('M322 560C344 562 352 572 356 594L342 586L330 596C332 582 328 572 314 566Z', 'rose'),
  }
}

/** A round binding around stems that fan out below it. */
export function tied(sheet: Sheet, ribbon: Ink, feet: Print): Holder {
  return {
    back: feet,
    front:
      sheet.block('M262 446C288 458 312 458 338 446L340 488C312 500 288 500 260 488Z', ribbon) +
      line('M264 460C290 470 312 470 336 460M263 474C290 485 312 485 337 474') +
      sheet.block('M330 470C356 470 372 492 366 540L350 526L336 540C342 512 338 492 326 484Z', ribbon),
  }
}

/** A cane basket with a handle; `open` shows its empty inside. */
export function basket(sheet: Sheet, { open = false } = {}): Holder {
  const weave: Path[] = []
  for (let row = 0; row < 4; row += 1) {
    const [top, left, right] = [414 + row * 36, 176 + row * 11, 424 - row * 11]
    const cells = 7
    for (let cell = row % 2; cell < cells; cell += 2) {
      const from = left + ((right - left) * cell) / cells
      const to = left + ((right - left) * (cell + 1)) / cells
      weave.push(
        `M${from} ${top}C${from + 8} ${top - 6} ${to - 8} ${top - 6} ${to} ${top}L${to} ${top + 24}C${to - 8} ${top + 30} ${from + 8} ${top + 30} ${from} ${top + 24}Z`,
      )
    }
  }
  const handle =
    'M172 400C156 156 232 40 300 40C368 40 444 156 428 400L402 400C414 182 354 68 300 68C246 68 186 182 198 400Z'
  return {
    back:
      sheet.block(handle, 'kraft') +
      line(
        'M172 280L198 276M176 226L202 226M186 176L210 180M204 128L226 138M230 88L246 104M266 58L276 76M334 58L324 76M370 88L354 104M396 128L374 138M414 176L390 180M424 226L398 226M428 280L402 276',
      ) +
      (open
        ? sheet.block('M146 392C200 366 400 366 454 392C400 420 200 420 146 392Z', 'ochre', { knock: 'kraft' })
        : ''),
    front:
      sheet.block('M156 398L444 398C436 470 420 530 396 572L204 572C180 530 164 470 156 398Z', 'kraft') +
      fold('ochre', place(weave.join(''), {})) +
      hairs('M196 440L204 560M232 440L236 560M268 440L270 560M332 440L330 560M368 440L364 560M404 440L396 560') +
      sheet.block(
        'M144 386C244 406 356 406 456 386C462 402 460 418 452 428C350 446 250 446 148 428C140 418 138 402 144 386Z',
        'marigold',
      ) +
      contour(
        Array.from({ length: 9 }, (_, i) =>
          place(
            `M${168 + i * 31} ${392 + Math.round(9 * Math.sin((Math.PI * (i + 0.4)) / 9))}L${184 + i * 31} ${430 + Math.round(9 * Math.sin((Math.PI * (i + 1)) / 9.6))}`,
            {},
          ),
        ).join(''),
      ) +
      sheet.block('M200 566L400 566L394 590L206 590Z', 'marigold') +
      line('M230 568L238 588M262 568L268 588M294 568L300 588M326 568L332 588M358 568L364 588'),
  }
}
