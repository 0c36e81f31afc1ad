import { fileTypeOf, MOST_FILE_BYTES } from '#model'
import { isHeic, type PictureFormat, readJpeg, readPng } from './picture-format.ts'
import type { ChosenFile, UploadRefusal } from './upload-state.ts'

/** The browser's part of making a picture smaller; tests have their own. */
export interface Pictures {
  /**
   * Decodes a picture and draws it as a JPEG whose longer side is `longest` pixels at most; nothing else of the file
   * remains. Throws if it cannot be decoded.
   */
  shrink(picture: Blob, longest: number, size: PictureFormat | undefined): Promise<Blob>
}

type Prepared = { file: ChosenFile; bytes: ArrayBuffer } | { refusal: UploadRefusal }

const LONGEST = 1600
/** Two pixels for each of the 56 that the row shows, and some for the longer side. */
const PREVIEW_LONGEST = 160
/** A decoded pixel takes four bytes: some phones cannot decode more than this. */
const MANY_PIXELS = 24_000_000

/** Makes a file ready to be sent: pictures small and without what the camera noted, a PDF as it is. */
export async function prepareFile(chosen: File, pictures: Pictures): Promise<Prepared> {
  const start = new Uint8Array(await chosen.slice(0, 16).arrayBuffer())
  const type = fileTypeOf(start)
  if (type === 'application/pdf') {
    if (chosen.size > MOST_FILE_BYTES) return { refusal: 'too_large' }
    return { file: { name: chosen.name, type, size: chosen.size }, bytes: await chosen.arrayBuffer() }
  }
  if (!type && !isHeic(start)) return { refusal: 'not_a_document' }

  const original = new Uint8Array(await chosen.arrayBuffer())
  const format = type && (type === 'image/png' ? readPng : readJpeg)(original)
  if (format && !format.isWhole) return { refusal: 'damaged' }
  try {
    const picture = await pictures.shrink(new Blob([original]), LONGEST, format)
    if (picture.size > MOST_FILE_BYTES) return { refusal: 'too_large' }
    const preview = await pictures.shrink(picture, PREVIEW_LONGEST, undefined).then(dataUrlOf)
    const file: ChosenFile = { name: chosen.name, type: 'image/jpeg', size: picture.size, preview }
    return { file, bytes: await picture.arrayBuffer() }
  } catch {
    if (!format) return { refusal: 'heic_unreadable' }
    return { refusal: format.width * format.height > MANY_PIXELS ? 'too_many_pixels' : 'damaged' }
  }
}

/** The page's policy allows pictures of this form, and not those of `blob:`. */
async function dataUrlOf(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

const QUALITY = 0.85

export const browserPictures: Pictures = {
  async shrink(picture, longest, size) {
    // Decoded at once in a smaller size: a photo of 48 megapixels would take 192 MB. The picture may be turned, so one
    // side alone is given, and the exact size comes from the drawing.
    const isLarge = size && Math.max(size.width, size.height) > longest
    const side = size && size.width > size.height ? 'resizeWidth' : 'resizeHeight'
    const bitmap = await createImageBitmap(picture, isLarge ? { [side]: longest, resizeQuality: 'high' } : {})
    try {
      const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.round(bitmap.width * scale))
      canvas.height = Math.max(1, Math.round(bitmap.height * scale))
      const context = canvas.getContext('2d')
      if (!context) throw new Error('this browser cannot draw')
      // A transparent picture would become black.
      context.fillStyle = 'white'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
      const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
      if (!drawn) throw new Error('this picture cannot be drawn')
      return drawn
    } finally {
      bitmap.close()
    }
  },
}
