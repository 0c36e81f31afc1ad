/** What the bytes of a picture say, before anything decodes it. */
export interface PictureFormat {
  width: number
  height: number
  /** False if the file breaks off: a browser would show the rest of it in grey. */
  isWhole: boolean
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
/** The markers of frames, without those of tables (C4, C8, CC) that lie between them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** ITU T.81, annex B. What follows the end of the image, such as a phone's own data, does not matter. */
export function readJpeg(bytes: Uint8Array): PictureFormat {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = { width: 0, height: 0, isWhole: false }
  let at = 0
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return found
    if (marker === EOI) return { ...found, isWhole: true }
    if (marker === SOI || marker === 0xff) {
      at += marker === SOI ? 2 : 1
      continue
    }
    if (at + 4 > bytes.length) return found
    const length = view.getUint16(at + 2)
    if (isFrame(marker) && at + 9 <= bytes.length) {
      found.height = view.getUint16(at + 5)
      found.width = view.getUint16(at + 7)
    }
    at += 2 + length
    if (marker === SOS) at = endOfScan(bytes, at)
  }
  return found
}

/** In a scan, FF is followed by 00 or a restart marker; every other marker ends it. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return bytes.length
}

const PNG_HEAD = 8
const IEND = 0x49454e44

/** ISO/IEC 15948: chunks of length, type, data and checksum, of which the last is IEND. */
export function readPng(bytes: Uint8Array): PictureFormat {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < PNG_HEAD + 16) return { width: 0, height: 0, isWhole: false }
  const found = { width: view.getUint32(16), height: view.getUint32(20), isWhole: false }
  for (let at = PNG_HEAD; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === IEND) return { ...found, isWhole: true }
  return found
}

/** The brands of HEIC in the box `ftyp` (ISO/IEC 23008-12), with which iPhones store photos. */
const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

export function isHeic(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(4, 12))
  return text.startsWith('ftyp') && HEIC.includes(text.slice(4))
}
