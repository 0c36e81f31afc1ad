import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const TOP_FOLDERS = ['sync-server', 'couchdb', 'design-docs', 'web']
const IMPORT = /(?:from|import\(|import|new URL\()\s*'(\.{1,2}\/[^']+\.tsx?)'/g
/** Tests and what serves only tests may reach across folders. */
const IS_FOR_TESTS =
  /\.test\.tsx?$|\.given\.ts$|\.contract\.ts$|\/(testing|tests|journeys)\/|^web\/(e2e|histories|bench)\//

type Graph = Map<string, Map<string, string>>

/** Which folder imports from which, each with one file that does. */
async function readFolderGraph(files: string, folderOf: (file: string) => string): Promise<Graph> {
  const graph: Graph = new Map()
  for await (const file of glob(files, { cwd: ROOT })) {
    if (IS_FOR_TESTS.test(file) || file.includes('node_modules')) continue
    const from = folderOf(file)
    for (const [, path = ''] of (await readFile(join(ROOT, file), 'utf8')).matchAll(IMPORT)) {
      const imported = join(dirname(file), path)
      const to = folderOf(imported)
      if (to === from || IS_FOR_TESTS.test(imported)) continue
      const imports = graph.get(from) ?? new Map<string, string>()
      imports.set(to, imports.get(to) ?? `${file} → ${imported}`)
      graph.set(from, imports)
    }
  }
  return graph
}

/** The imports of the first cycle that a depth-first search meets; none where there is no cycle. */
function findCycle(graph: Graph): string[] {
  const finished = new Set<string>()
  function visit(folder: string, path: string[]): string[] {
    if (path.includes(folder)) {
      const cycle = [...path.slice(path.indexOf(folder)), folder]
      return cycle.slice(1).map((to, i) => graph.get(cycle[i] ?? '')?.get(to) ?? '')
    }
    if (finished.has(folder)) return []
    for (const to of graph.get(folder)?.keys() ?? []) {
      const found = visit(to, [...path, folder])
      if (found.length > 0) return found
    }
    finished.add(folder)
    return []
  }
  for (const folder of graph.keys()) {
    const found = visit(folder, [])
    if (found.length > 0) return found
  }
  return []
}

test('no folder imports from one that imports from it, directly or through others', async () => {
  const graph = await readFolderGraph(`{${TOP_FOLDERS}}/**/*.{ts,tsx}`, dirname)
  expect(graph.size).toBeGreaterThan(40)
  expect(findCycle(graph)).toEqual([])
})

test('the same holds between the folders of the service, each with the folders inside it', async () => {
  const graph = await readFolderGraph('sync-server/**/*.ts', (file) => dirname(file).split('/').slice(0, 2).join('/'))
  expect(graph.size).toBeGreaterThan(10)
  expect(findCycle(graph)).toEqual([])
})
