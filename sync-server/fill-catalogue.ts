import { parseArgs } from 'node:util'
import { readWholeNumber } from '#model'
import { runCommand } from '../couchdb/run-command.ts'
import {
  GENERATED_FLORISTS,
  GENERATED_FLOWERS,
  generateCatalogue,
  MAX_FLOWERS,
  MIN_FLOWERS,
} from './demo/generated/generate-catalogue.ts'
import { writeCatalogue } from './demo/write-catalogue.ts'
import { openService } from './run-service.ts'
import { readSettings, SettingError } from './settings/settings.ts'

const USAGE = `Use it like this: npm run demo:catalogue -- --count ${MAX_FLOWERS} [--seed 1]; --count ${MIN_FLOWERS} leaves the samples alone`

/** Fills the catalogue up to `count` flowers, including the samples; returns one sentence. */
async function fillCatalogue(count: number, seed: number): Promise<string> {
  const { services, close } = await openService(readSettings(process.env, { isDemoOnly: true }))
  try {
    const catalogue = generateCatalogue(count, seed)
    const written = await writeCatalogue(services.couch, catalogue, {
      without: [GENERATED_FLOWERS, GENERATED_FLORISTS],
    })
    return `The catalogue has ${count} flowers of ${catalogue.florists.length} florists; ${written} documents were written.`
  } finally {
    await close()
  }
}

await runCommand(
  async () => {
    const { values } = parseArgs({
      options: { count: { type: 'string', default: '' }, seed: { type: 'string', default: '1' } },
    })
    const [count, seed] = [readWholeNumber(values.count), readWholeNumber(values.seed)]
    if (seed === undefined || count === undefined || count < MIN_FLOWERS) throw new SettingError(USAGE)
    if (count > MAX_FLOWERS)
      throw new SettingError(`A device holds ${MAX_FLOWERS} flowers at most; ${count} need one catalogue a city.`)
    console.log(await fillCatalogue(count, seed))
  },
  { usage: USAGE, explained: SettingError },
)
