import { loadDotEnv } from './env-file.ts'

interface Command {
  /** Printed instead of the error of `parseArgs` if an option is wrong. */
  usage?: string
  /** The errors that are reported by their message alone; others are printed with their stack. By default all. */
  explained?: new (
    message: string,
  ) => Error
}

/** Runs a command of an operator with the settings of `.env`. An error is printed, and the command ends with 1. */
export async function runCommand(run: () => Promise<void>, { usage, explained = Error }: Command = {}): Promise<void> {
  try {
    loadDotEnv()
    await run()
  } catch (error) {
    if (usage !== undefined && isWrongOption(error)) console.error(usage)
    else console.error(error instanceof explained ? error.message : error)
    process.exitCode = 1
  }
}

const isWrongOption = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
