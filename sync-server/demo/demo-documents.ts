import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 320
const HEIGHT = 200

/** A small picture in the place of a photographed document; each number gives other colours. */
export function demoPicture(n: number): Buffer {
  const row = (y: number) => {
    const pixels = Buffer.alloc(1 + WIDTH * 3)
    for (let x = 0; x < WIDTH; x += 1) {
      const isFrame = x < 6 || y < 6 || x >= WIDTH - 6 || y >= HEIGHT - 6
      const isLine = x > 120 && x < 290 && y % 32 > 20 && y > 40
      const shade = isFrame || isLine ? 90 : 235 - Math.floor((x + y) / 16)
      pixels.set([shade, (shade + n * 37) % 256, (shade + n * 71) % 256], 1 + x * 3)
    }
    return pixels
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Eight bits a channel, in red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: HEIGHT }, (_, y) => row(y))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A page with one line of Latin letters. */
export function demoPdf(line: string): Buffer {
  const text = `BT /F1 20 Tf 40 160 Td (${line.replace(/[()\\]/g, '')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  return Buffer.from(
    `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}
