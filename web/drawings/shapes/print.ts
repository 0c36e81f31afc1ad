import { inSteps, type Path, type Placing, type Point } from './path.ts'

/** The inks of the blocks; `contour` is the ink of the line block. */
const INKS = {
  cream: '#FFFAEC',
  rose: '#CB2F50',
  deepRose: '#96183A',
  pink: '#F2A9AE',
  marigold: '#F2A31B',
  ochre: '#D4761A',
  leaf: '#4C8C5E',
  paleLeaf: '#A6C795',
  indigo: '#46689A',
  paleIndigo: '#B9CBDD',
  kraft: '#E9D3A8',
  contour: '#183B2B',
} as const
export type Ink = keyof typeof INKS

/** The shift between a colour block and its contour: the registration error, the same for the whole sheet. */
export const OFFSET: Point = [6, 5]

/** The markup of a drawing or of a part of it. */
export type Print = string
/** A part that is defined once and can be printed at several places. */
export type Stamp = (x: number, y: number, placing?: Omit<Placing, 'x' | 'y'>) => Print

const LETTERS: Record<Ink, string> = {
  cream: 'w',
  rose: 'r',
  deepRose: 'R',
  pink: 'p',
  marigold: 'm',
  ochre: 'M',
  leaf: 'G',
  paleLeaf: 'g',
  indigo: 'b',
  paleIndigo: 'B',
  kraft: 'c',
  contour: 'i',
}

interface BlockLook {
  offset?: Point
  knock?: Ink
  edge?: boolean
}

/** One sheet of paper; everything that is printed on it shares its blocks and stamps. */
export class Sheet {
  private readonly parts: string[] = []
  private blocks = 0
  private stamps = 0

  /** Prints one shape three times: cream at its place, colour shifted, contour at its place. */
  block(path: Path, ink: Ink, { offset = OFFSET, knock = 'cream', edge = true }: BlockLook = {}): Print {
    const id = (this.blocks++).toString(36).replace(/^\d/, '_$&')
    const shape = `<path id="${id}" d="${inSteps(path)}"/>`
    const under = knock === 'cream' ? shape : `<g class="${LETTERS[knock]}">${shape}</g>`
    const colour = `<use href="#${id}" class="${LETTERS[ink]}" x="${offset[0]}" y="${offset[1]}"/>`
    return under + colour + (edge ? `<use href="#${id}" class="k"/>` : '')
  }

  /** Defines a part once, so that it can be printed many times. */
  stamp(body: Print): Stamp {
    const id = `s${(this.stamps++).toString(36)}`
    this.parts.push(`<g id="${id}">${body}</g>`)
    return (x, y, { turn = 0, scale = 1, flip = false } = {}) => {
      const turning = turn ? ` rotate(${turn})` : ''
      const scaling = flip ? ` scale(${-scale} ${scale})` : scale === 1 ? '' : ` scale(${scale})`
      return `<use href="#${id}" transform="translate(${Math.round(x)} ${Math.round(y)})${turning}${scaling}"/>`
    }
  }

  /** Returns the finished file. */
  file(title: string, body: Print): string {
    const inside = this.parts.join('') + body
    const defs = this.parts.length ? `<defs>${this.parts.join('')}</defs>` : ''
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" role="img"><title>${title}</title><style>${styleFor(inside)}</style>${defs}${body}</svg>\n`
  }
}

/** Flat colour without a contour, for areas inside a block. */
export const fill = (ink: Ink, path: Path): Print => `<path class="${LETTERS[ink]}" d="${inSteps(path)}"/>`
/** The same with a thin line around it, for lips and folds. */
export const fold = (ink: Ink, path: Path): Print => `<path class="d ${LETTERS[ink]}" d="${inSteps(path)}"/>`
/** Flat colour within a contour, for small things without a registration error. */
export const shape = (ink: Ink, path: Path): Print => `<path class="k ${LETTERS[ink]}" d="${inSteps(path)}"/>`
/** A line as thick as the contour. */
export const contour = (path: Path): Print => `<path class="k" d="${inSteps(path)}"/>`
/** A thinner line, for folds and veins. */
export const line = (path: Path): Print => `<path class="d" d="${inSteps(path)}"/>`
/** The finest lines, which small pictures leave out. */
export const hairs = (path: Path): Print => `<path class="e" d="${inSteps(path)}"/>`
export const dots = (ink: Ink, radius: number, points: readonly Point[]): Print =>
  `<path class="t ${LETTERS[ink]}" style="stroke-width:${radius * 2}" d="${inDots(points)}"/>`
/** A stem: leaf colour between two contours. */
export const stem = (path: Path, width = 9, ink: Ink = 'leaf'): Print =>
  `<path class="s" style="stroke-width:${width + 8}" d="${inSteps(path)}"/><path class="s t ${LETTERS[ink]}" style="stroke-width:${width}" d="${inSteps(path)}"/>`

// In smaller pictures lines are thicker and hairs are left out: in an <img>, a media query sees the picture's own size.
const LINES = [
  `svg{fill:${INKS.cream};stroke-linejoin:round;stroke-linecap:round}`,
  `.k,.d,.s,.t,.e{fill:none;stroke:${INKS.contour};stroke-width:5.4}`,
  '.d{stroke-width:2.8}.e{stroke-width:1.5;display:none}',
  '@media(min-width:130px){.k{stroke-width:4.4}.d{stroke-width:2.3}}',
  '@media(min-width:290px){.k{stroke-width:3.6}.d{stroke-width:1.9}.e{display:inline}}',
].join('')

function styleFor(markup: string): string {
  const fills = Object.entries(LETTERS) as [Ink, string][]
  const used = fills.filter(([, letter]) => new RegExp(`class="([kd] )?${letter}"`).test(markup))
  const stroked = fills.filter(([, letter]) => markup.includes(`t ${letter}"`))
  return [
    LINES,
    ...used.map(([ink, letter]) => `.${letter}{fill:${INKS[ink]}}`),
    ...stroked.map(([ink, letter]) => `.t.${letter}{fill:none;stroke:${INKS[ink]}}`),
  ].join('')
}

function inDots(points: readonly Point[]): string {
  let [x, y] = [0, 0]
  return points
    .map((point) => {
      const [toX, toY] = [Math.round(point[0]), Math.round(point[1])]
      const step = `m${toX - x} ${toY - y}h0`.replace(' -', '-')
      ;[x, y] = [toX, toY]
      return step
    })
    .join('')
}

/** One picture with its title and the function that draws it. */
export interface Drawing {
  title: string
  draw: (sheet: Sheet) => Print
}

export function printed({ title, draw }: Drawing): string {
  const sheet = new Sheet()
  return sheet.file(title, draw(sheet))
}
