import common from './locales/en/common.json'
import shell from './locales/en/shell.json'

/** In the entry: what the shell says. The fallback too. Its keys are the type of every key. */
export const english = {
  common,
  shell,
}
