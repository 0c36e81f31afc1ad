import { type Path, place } from '../shapes/path.ts'
import { contour, fill, line, OFFSET, type Sheet, type Stamp } from '../shapes/print.ts'

interface Leaf {
  length: number
  half: number
  veins?: number
  /** The position of the widest part: 0 at the foot, 1 at the tip. */
  belly?: number
  /** How far the tip leans to the right. */
  bend?: number
}

/** A leaf with its foot at 0,0: the left half is pale, the right half dark, with a midrib and veins. */
export function leaf(sheet: Sheet, { length, half, veins = 4, belly = 0.5, bend = 0 }: Leaf): Stamp {
  const shoulder = -length * (belly + 0.15)
  const right = `C${half * 1.1} ${-length * 0.18} ${half * 1.1 + bend} ${shoulder} ${bend} ${-length}`
  const left = `C${half * 1.1 + bend} ${shoulder} ${half * 1.1} ${-length * 0.18} 0 0Z`
  const whole: Path = place(
    `M0 0C${-half * 1.1} ${-length * 0.18} ${-half * 1.1 + bend} ${shoulder} ${bend} ${-length}${left}`,
    {},
  )
  const rib = `C${bend * 0.4} ${-length * 0.6} 0 ${-length * 0.3} 0 0`
  const full = place(`M0 0${right}${rib}Z`, { x: OFFSET[0], y: OFFSET[1] })
  const midrib = place(`M${bend} ${-length}${rib}`, {})
  let ribs = ''
  for (let vein = 1; vein <= veins; vein += 1) {
    const y = -length * (0.12 + (vein * 0.66) / veins)
    const x = bend * (y / length) ** 2
    const reach = half * 0.46 * (1 - Math.abs(vein / veins - 0.4) * 0.7)
    ribs += place(`M${x} ${y}L${x - reach} ${y - length * 0.09}`, {})
  }
  const outline = sheet.block(whole, 'paleLeaf', { edge: false })
  return sheet.stamp(outline + fill('leaf', full) + contour(whole + midrib) + (ribs && line(ribs)))
}
