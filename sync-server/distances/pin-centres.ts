import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const EARTH_RADIUS_KM = 6_371
const DEGREES = Math.PI / 180

type Point = readonly [latitude: number, longitude: number]
let centres: Map<string, Point> | undefined

/** The centres by PIN code; read at the first question. */
function readCentres(): Map<string, Point> {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'pin-centres.csv'), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    lines.map((line) => {
      const [pincode = '', latitude, longitude] = line.split(',')
      return [pincode, [Number(latitude), Number(longitude)]]
    }),
  )
}

/** Returns the distance between the centres of two PIN codes, to 100 m; undefined if one of them is unknown. */
export function distanceKm(from: string, to: string): number | undefined {
  centres ??= readCentres()
  const [one, other] = [centres.get(from), centres.get(to)]
  if (!one || !other) return undefined
  const [sinHalfLatitude, sinHalfLongitude] = [0, 1].map((axis) =>
    Math.sin((((other[axis] ?? 0) - (one[axis] ?? 0)) * DEGREES) / 2),
  ) as [number, number]
  const chord = sinHalfLatitude ** 2 + Math.cos(one[0] * DEGREES) * Math.cos(other[0] * DEGREES) * sinHalfLongitude ** 2
  return Math.round(2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord)) * 10) / 10
}
