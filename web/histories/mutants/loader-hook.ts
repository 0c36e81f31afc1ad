import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** One place of the sources, found by its text, and what stands there instead while histories are played. */
export interface Edit {
  /** From the root of the repository. */
  file: string
  find: string
  replace: string
}

const root = new URL('../../../', import.meta.url)

/** Rewrites these sources as this process loads them; the files stay as they are. */
export function rewriteSources(edits: readonly Edit[]): void {
  const byUrl = Map.groupBy(edits, ({ file }) => new URL(file, root).href)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const here = byUrl.get(url)
      if (!here || loaded.source === undefined || loaded.source === null) return loaded
      return { ...loaded, source: here.reduce(rewrite, asText(loaded.source)) }
    },
  })
}

/** Throws for an edit whose place is not there any more, or there more than once. */
export function checkEdits(edits: readonly Edit[]): void {
  for (const edit of edits) rewrite(readFileSync(new URL(edit.file, root), 'utf8'), edit)
}

function rewrite(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find)
  if (parts.length !== 2)
    throw new Error(`The line this is planted in has changed: ${file} holds ${parts.length - 1} times\n${find}`)
  return parts.join(replace)
}

const asText = (source: string | ArrayBuffer | NodeJS.TypedArray): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source)
