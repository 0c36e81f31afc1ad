import common from './locales/en/common.json'
import shell from './locales/en/shell.json'

/** The shell's texts, in the entry chunk; also the fallback language. Their keys are the type of every text key. */
export const english = {
  common,
  shell,
}
