import { resolve } from 'node:path'
import { build } from 'rolldown'
import type { Plugin } from 'vite'

/** The modules of the start, and the screens on which most first visits begin. */
const STEPS = ['web/src/data/runtime/start.ts', 'web/src/app/start/open-app.tsx']
export const FRONT = {
  home: 'web/src/features/home/home.tsx',
  browse: 'web/src/features/browse/browse.tsx',
  product: 'web/src/features/product/product.tsx',
}

interface BuiltChunk {
  type: string
  fileName: string
  moduleIds?: readonly string[]
  imports?: readonly string[]
}

/**
 * Lists the files of the start and of the front screens in attributes that `first-screen.js` reads. So the page can
 * load them at once, and not only after the files that import them have arrived.
 */
export const preloadFront: Plugin = {
  name: 'preload-front',
  apply: 'build',
  // A file of its own: it runs where the app's files cannot be had.
  async generateBundle() {
    const { output } = await build({
      input: resolve('web/src/first-screen/first-screen.ts'),
      write: false,
      output: { format: 'iife', minify: true },
    })
    this.emitFile({ type: 'asset', fileName: 'first-screen.js', source: output[0].code })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle) as BuiltChunk[]
      const filesOf = (fileName: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(fileName)) return seen
        seen.add(fileName)
        for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) filesOf(next, seen)
        return seen
      }
      const filesOfModule = (module: string) => {
        const chunk = chunks.find(({ moduleIds = [] }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
        if (!chunk) this.error(`${module} is in no chunk`)
        return filesOf(chunk.fileName)
      }
      const first = new Set(STEPS.flatMap((step) => [...filesOfModule(step)]))
      const linked = [...first].filter((file) => !html.includes(`/${file}`))
      const attributes = Object.entries(FRONT).map(([screen, module]) => {
        const files = [...filesOfModule(module)].filter((file) => !first.has(file))
        return `data-${screen}="${files.join(' ')}"`
      })
      const chooser = `<script src="/first-screen.js" data-steps="${linked.join(' ')}" ${attributes.join(' ')}></script>`
      // The script comes before the style sheet, because a script after it would wait for it.
      return html.replace('<script type="module"', `${chooser}\n    $&`)
    },
  },
}
