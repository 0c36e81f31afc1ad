import { checkEdits, rewriteSources } from './loader-hook.ts'
import { mutantNamed } from './mutants.ts'
import { SHORTENED_TIMEOUTS } from './shortened-timeouts.ts'

// Both processes load this before any module of the product: HISTORY_FAULT names the fault that is planted.
const { HISTORY_FAULT, HISTORY_PART = 'device' } = process.env
const fault = HISTORY_FAULT ? mutantNamed(HISTORY_FAULT) : undefined
const edits = [...SHORTENED_TIMEOUTS, ...(fault?.where === HISTORY_PART ? fault.edits : [])]
checkEdits(edits)
rewriteSources(edits)
