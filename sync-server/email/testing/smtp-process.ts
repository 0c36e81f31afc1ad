import { appendFileSync } from 'node:fs'
import { startOddSmtp } from './odd-smtp.ts'

/**
 * A mail server that can be killed: `smtp-process.ts <port> <file>`. It appends each Message-ID to the file before it
 * acknowledges the mail.
 */
const [port, file = ''] = process.argv.slice(2)
let dies = false
process.on('message', () => {
  dies = true
})
const smtp = await startOddSmtp({
  port: Number(port),
  onTaken(id) {
    appendFileSync(file, `${id}\n`)
    if (dies) process.exit(1)
  },
})
process.send?.(smtp.url)
