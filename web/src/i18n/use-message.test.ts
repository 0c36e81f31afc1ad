import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('no screen keeps the words of an error in its state, where they would not follow a change of the language', () => {
  const root = join(import.meta.dirname, '..')
  const screens = globSync('{app,blocks,features}/**/*.tsx', { cwd: root })
  expect(screens.length).toBeGreaterThan(100)
  const keeping = /\[\w*(?:error|message)\w*, set\w+\] = useState<(?:string|\{[^}]*: string)/i
  expect(screens.filter((file) => keeping.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
