import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** In the folder of the repository, whatever folder a command is started in. */
export const ENV_FILE = join(import.meta.dirname, '../.env')

/** Adds the settings of `.env` to the environment, in which those that are set already prevail. */
export function loadDotEnv(): void {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE)
}
