import { describe, expect, test } from 'vitest'
import { checkEdits } from './loader-hook.ts'
import { MUTANTS } from './mutants.ts'
import { SHORTENED_TIMEOUTS } from './shortened-timeouts.ts'

const planted = [...MUTANTS, { name: 'shortened times', edits: SHORTENED_TIMEOUTS }]

describe.each(planted)('$name', ({ edits }) => {
  test('changes lines that exist in the sources', () => {
    expect(() => checkEdits(edits)).not.toThrow()
  })
})
