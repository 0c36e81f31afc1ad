import { checkEdits, rewriteSources } from './loader-hook.ts'
import { mutantNamed } from './mutants.ts'
import { SHORTENED_TIMEOUTS } from './shortened-timeouts.ts'

// Loaded before anything of the product, in both processes: HISTORY_FAULT names what is broken on purpose.
const { HISTORY_FAULT, HISTORY_PART = 'device' } = process.env
const fault = HISTORY_FAULT ? mutantNamed(HISTORY_FAULT) : undefined
const edits = [...SHORTENED_TIMEOUTS, ...(fault?.where === HISTORY_PART ? fault.edits : [])]
checkEdits(edits)
rewriteSources(edits)
