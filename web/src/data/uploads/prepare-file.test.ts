import { expect, test } from 'vitest'
import { MOST_FILE_BYTES } from '#model'
import { readJpeg, readPng } from './picture-format.ts'
import { type Pictures, prepareFile } from './prepare-file.ts'
import { aHeic, aJpeg, aPdf, aProgram, decodingNothing, shrinkingTo } from './testing/files.ts'

const file = (bytes: Uint8Array<ArrayBuffer>, name: string) => new File([bytes], name)

test('a photo becomes a small JPEG of 1,600 pixels with a preview, and keeps nothing of what the camera noted', async () => {
  const asked: number[] = []
  const pictures: Pictures = {
    shrink(picture, longest, format) {
      asked.push(longest)
      return shrinkingTo(2_000).shrink(picture, longest, format)
    },
  }
  const prepared = await prepareFile(file(aJpeg({ width: 8000, height: 6000 }), 'IMG 1.jpeg'), pictures)
  expect(asked).toEqual([1600, 160])
  expect(prepared).toMatchObject({ file: { name: 'IMG 1.jpeg', type: 'image/jpeg' } })
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(prepared.file.size).toBe(prepared.bytes.byteLength)
  expect(prepared.file.preview).toMatch(/^data:image\/jpeg;base64,\/9j/)
})

test('a PDF stays as it is, up to 5 MB', async () => {
  const bytes = aPdf(MOST_FILE_BYTES)
  const prepared = await prepareFile(file(bytes, 'rc-book.pdf'), decodingNothing)
  expect(prepared).toMatchObject({ file: { type: 'application/pdf', size: MOST_FILE_BYTES } })
  expect('bytes' in prepared && new Uint8Array(prepared.bytes)).toEqual(bytes)
  expect(await prepareFile(file(aPdf(MOST_FILE_BYTES + 1), 'x.pdf'), decodingNothing)).toEqual({ refusal: 'too_large' })
})

test('what a file is shows by its first bytes, not by its name', async () => {
  for (const bytes of [aProgram(), new Uint8Array(), new TextEncoder().encode('GIF89a')])
    expect(await prepareFile(file(bytes, 'license.jpg'), shrinkingTo(10))).toEqual({ refusal: 'not_a_document' })
  expect(await prepareFile(file(aPdf(100), 'photo.jpg'), decodingNothing)).toMatchObject({
    file: { type: 'application/pdf' },
  })
})

test('a JPEG that breaks off is refused wherever it was cut, though a browser would show a part of it', async () => {
  const whole = aJpeg({ bytes: 300 })
  for (let length = 20; length < whole.length; length += 7)
    expect(await prepareFile(file(whole.slice(0, length), 'a.jpg'), shrinkingTo(10)), String(length)).toEqual({
      refusal: 'damaged',
    })
  const withTrailer = new Uint8Array([...whole, 1, 2, 3, 0xff, 0xd8])
  expect(await prepareFile(file(withTrailer, 'a.jpg'), shrinkingTo(10))).toMatchObject({ file: { type: 'image/jpeg' } })
})

test('a picture that this device cannot decode is said to be damaged, too large for it, or an iPhone’s', async () => {
  const refusalOf = async (bytes: Uint8Array<ArrayBuffer>) => prepareFile(file(bytes, 'a'), decodingNothing)
  expect(await refusalOf(aJpeg())).toEqual({ refusal: 'damaged' })
  expect(await refusalOf(aJpeg({ width: 8000, height: 6000 }))).toEqual({ refusal: 'too_many_pixels' })
  expect(await refusalOf(aHeic())).toEqual({ refusal: 'heic_unreadable' })
  expect(await prepareFile(file(aHeic(), 'IMG_1.HEIC'), shrinkingTo(10))).toMatchObject({
    file: { name: 'IMG_1.HEIC', type: 'image/jpeg' },
  })
})

test('the dimensions and the end of a JPEG and of a PNG are read', () => {
  expect(readJpeg(aJpeg({ width: 640, height: 480 }))).toEqual({ width: 640, height: 480, isWhole: true })
  expect(readPng(new Uint8Array())).toEqual({ width: 0, height: 0, isWhole: false })
  const tiny = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
    (char) => char.charCodeAt(0),
  )
  expect(readPng(tiny)).toEqual({ width: 1, height: 1, isWhole: true })
  expect(readPng(tiny.subarray(0, tiny.length - 10)).isWhole).toBe(false)
})
