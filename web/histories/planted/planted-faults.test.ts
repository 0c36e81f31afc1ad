import { describe, expect, test } from 'vitest'
import { FAULTS } from './planted-faults.ts'
import { checkEdits } from './rewrite.ts'
import { TIMES } from './times.ts'

const planted = [...FAULTS, { name: 'shortened times', edits: TIMES }]

describe.each(planted)('$name', ({ edits }) => {
  test('finds its lines in the sources', () => {
    expect(() => checkEdits(edits)).not.toThrow()
  })
})
