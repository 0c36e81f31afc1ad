/** A shape as SVG path text: absolute M, L, C, Q and Z, nothing else, so that it can be moved as text. */
export type Path = string
export type Point = readonly [x: number, y: number]

export interface Placing {
  /** Degrees, clockwise, around the shape's origin 0,0. */
  turn?: number
  scale?: number
  flip?: boolean
  x?: number
  y?: number
}

const whole = (value: number) => Math.round(value) || 0

/** Moves a shape; rounds its numbers to integers. */
export function place(path: Path, { turn = 0, scale = 1, flip = false, x = 0, y = 0 }: Placing): Path {
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return path.replace(/[^A-Z]+/g, (numbers) => {
    const values = (numbers.match(/-?[\d.]+/g) ?? []).map(Number)
    const moved: number[] = []
    for (let index = 0; index + 1 < values.length; index += 2) {
      const px = (values[index] ?? 0) * (flip ? -scale : scale)
      const py = (values[index + 1] ?? 0) * scale
      moved.push(whole(cos * px - sin * py + x), whole(sin * px + cos * py + y))
    }
    return moved.join(' ').replaceAll(' -', '-')
  })
}

export const mirrored = (path: Path) => place(path, { flip: true })

/** Repeats a shape `count` times around a circle of `radius`; the first is turned by `start` degrees. */
export const ring = (path: Path, count: number, start = 0, radius = 0): Path =>
  Array.from({ length: count }, (_, index) => {
    const turn = start + (index * 360) / count
    const angle = (turn * Math.PI) / 180
    return place(path, { turn, x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius })
  }).join('')

/** Repeats a shape once for every angle. */
export const turned = (path: Path, angles: readonly number[]): Path =>
  angles.map((turn) => place(path, { turn })).join('')

export function circle(x: number, y: number, radius: number): Path {
  const k = radius * 0.552
  return place(
    `M0 ${-radius}C${k} ${-radius} ${radius} ${-k} ${radius} 0C${radius} ${k} ${k} ${radius} 0 ${radius}C${-k} ${radius} ${-radius} ${k} ${-radius} 0C${-radius} ${-k} ${-k} ${-radius} 0 ${-radius}Z`,
    { x, y },
  )
}

/** Points on a circle, starting at 12 o'clock. */
export const around = (count: number, radius: number, start = 0): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = ((start + (index * 360) / count) * Math.PI) / 180
    return [Math.sin(angle) * radius, -Math.cos(angle) * radius]
  })

/** Writes a shape with relative coordinates, which is the shortest form. */
export function inSteps(path: Path): string {
  let [x, y, startX, startY] = [0, 0, 0, 0]
  return path
    .replace(/([A-Z])([^A-Z]*)/g, (_, letter: string, numbers: string) => {
      if (letter === 'Z') {
        ;[x, y] = [startX, startY]
        return 'z'
      }
      const values = (numbers.match(/-?[\d.]+/g) ?? []).map(Number)
      const pairs = { C: 3, Q: 2 }[letter] ?? 1
      const steps: number[] = []
      for (let index = 0; index + 1 < values.length; index += 2) {
        const [toX, toY] = [values[index] ?? 0, values[index + 1] ?? 0]
        steps.push(toX - x, toY - y)
        if ((index / 2 + 1) % pairs === 0) [x, y] = [toX, toY]
      }
      if (letter === 'M') [startX, startY] = [x, y]
      return letter.toLowerCase() + steps.join(' ').replaceAll(' -', '-')
    })
    .replace(/^m/, 'M')
}
