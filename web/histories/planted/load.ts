import { faultNamed } from './planted-faults.ts'
import { checkEdits, rewriteSources } from './rewrite.ts'
import { TIMES } from './times.ts'

// Loaded before anything of the product, in both processes: HISTORY_FAULT names what is broken on purpose.
const { HISTORY_FAULT, HISTORY_PART = 'device' } = process.env
const fault = HISTORY_FAULT ? faultNamed(HISTORY_FAULT) : undefined
const edits = [...TIMES, ...(fault?.where === HISTORY_PART ? fault.edits : [])]
checkEdits(edits)
rewriteSources(edits)
