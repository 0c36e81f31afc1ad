import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Replaces one place in the sources, found by its text, while histories run. */
export interface Edit {
  /** The path from the root of the repository. */
  file: string
  find: string
  replace: string
}

const root = new URL('../../../', import.meta.url)

/** Rewrites these sources when this process loads them; the files are not changed. */
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

/** Throws if the text of an edit does not occur exactly once in its file. */
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
