import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ENV_FILE } from './env-file.ts'

test('every command reads the .env beside package.json', () => {
  expect(existsSync(join(dirname(ENV_FILE), 'package.json'))).toBe(true)
})
