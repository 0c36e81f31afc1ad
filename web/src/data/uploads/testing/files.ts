import type { Pictures } from '../prepare-file.ts'

const ascii = (text: string) => Array.from(text, (char) => char.charCodeAt(0))

/** A JPEG of these dimensions by its markers; `bytes` of noise follow in its scan. */
export function aJpeg({ width = 1200, height = 900, bytes = 1000 } = {}): Uint8Array<ArrayBuffer> {
  const two = (value: number) => [value >> 8, value & 255]
  const frame = [0xff, 0xc0, 0, 11, 8, ...two(height), ...two(width), 1, 1, 0x11, 0]
  const exif = [0xff, 0xe1, 0, 10, ...ascii('Exif\0\0GP')]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
  const noise = Array.from({ length: bytes }, (_, at) => (at * 37) % 251)
  return new Uint8Array([0xff, 0xd8, ...exif, ...frame, ...scan, ...noise, 0xff, 0, 0xff, 0xd3, 1, 0xff, 0xd9])
}

export function aPdf(bytes: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes)
  all.set(ascii('%PDF-1.7\n'))
  return all
}

export const aProgram = () =>
  new Uint8Array([...ascii('MZ'), 0x90, 0, ...ascii('This program cannot be run in DOS mode.')])
export const aHeic = () => new Uint8Array([0, 0, 0, 24, ...ascii('ftypheic'), 0, 0, 0, 0, ...ascii('mif1heic')])

/** A decoder that makes every picture a JPEG of this many bytes, and of few for the preview. */
export const shrinkingTo = (bytes: number): Pictures => ({
  shrink: async (_picture, longest) =>
    new Blob([aJpeg({ width: longest, height: longest, bytes: longest < 1600 ? 100 : bytes })]),
})
export const decodingNothing: Pictures = {
  shrink: () => Promise.reject(new DOMException('The source image could not be decoded.', 'InvalidStateError')),
}
