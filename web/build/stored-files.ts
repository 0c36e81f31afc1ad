import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import type { Role } from '#model'
import type { StoredFile } from '../src/service-worker/messages.ts'
import { FRONT } from './preload-front.ts'

/** As Vite writes it to `.vite/manifest.json`, by the module or by the chunk's name. */
type Chunks = Record<
  string,
  { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[]; assets?: string[] }
>

/** Screens that not everybody can open, by the folder of the feature, and who can; nobody: they are never stored. */
const RESTRICTED: Record<string, readonly Role[]> = {
  admin: ['ADMIN'],
  'dev-ui': [],
}

/** Beside the chunks: what the page itself asks for before the app runs. */
const START_FILES = /^(index\.html|first-screen\.js|assets\/[^/]+\.css)$/
/** Where the installed app opens, and the language that many read it in. */
const FIRST_SCREEN = [FRONT.home.replace(/^web\//, ''), 'src/i18n/hindi.ts']

const featureOf = (module: string) => /^src\/features\/([^/]+)\//.exec(module)?.[1] ?? ''

/** Which files have to be on the device for whom; a file that only a restricted screen needs is for its roles. */
export function partition(urls: readonly string[], chunks: Chunks, restricted = RESTRICTED) {
  const follow = (keys: readonly string[], isOpen: (key: string) => boolean, how: 'static' | 'all') => {
    const seen = new Set<string>()
    const files = new Set<string>()
    const visit = (key: string) => {
      const chunk = chunks[key]
      if (!chunk || seen.has(key) || !isOpen(key)) return
      seen.add(key)
      files.add(chunk.file)
      if (how === 'all') for (const file of chunk.assets ?? []) files.add(file)
      for (const next of chunk.imports ?? []) visit(next)
      if (how === 'all') for (const next of chunk.dynamicImports ?? []) visit(next)
    }
    for (const key of keys) visit(key)
    return files
  }
  const isFree = (key: string) => restricted[featureOf(key)] === undefined
  // The entry asks for the steps of the start by itself.
  const entries = Object.keys(chunks).filter((key) => chunks[key]?.isEntry)
  const steps = entries.flatMap((key) => chunks[key]?.dynamicImports ?? [])
  const start = follow([...entries, ...steps, ...FIRST_SCREEN], () => true, 'static')
  const everybody = follow(entries, isFree, 'all')
  const whole = follow(Object.keys(chunks), () => true, 'all')
  const rolesOf = (url: string): Role[] => {
    const screens = Object.keys(chunks).filter((key) => !isFree(key))
    const needing = screens.filter((key) => follow([key], () => true, 'all').has(url))
    return [...new Set(needing.flatMap((key) => restricted[featureOf(key)] ?? []))]
  }
  return urls.flatMap((url): { url: string; neededBy?: 'everybody' | Role[] }[] => {
    if (START_FILES.test(url) || start.has(url)) return [{ url }]
    // Drawings, and workers, which no chunk lists.
    if (everybody.has(url) || !whole.has(url)) return [{ url, neededBy: 'everybody' }]
    const roles = rolesOf(url)
    return roles.length > 0 ? [{ url, neededBy: roles }] : []
  })
}

/** Screens before what they look like: a network may be lost before all is stored. */
const ORDER = [/\.(html|css)$/, /\.js$/, /\.svg$/, /./]
const rank = (url: string) => ORDER.findIndex((kind) => kind.test(url))

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('base64')

/** What a phone uses; the icons are the system's, which fetches them when the app is installed. */
const STORED = /^(?!sw\.js$).+\.(js|css|html|svg|woff2|webmanifest)$/

function listFiles(dist: string): StoredFile[] {
  const chunks: Chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const urls = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll(sep, '/'))
  return partition(
    urls.filter((url) => STORED.test(url)),
    chunks,
  )
    .sort((one, other) => rank(one.url) - rank(other.url))
    .map((file) => ({ ...file, revision: sha256(join(dist, file.url)) }))
}

const MODULE = 'virtual:stored-files'

/** Gives the service worker, which is built when all else is written, the list of what it stores. */
export const storedFiles = (dist: string): Plugin => ({
  name: 'stored-files',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id) => (id === `\0${MODULE}` ? `export const FILES = ${JSON.stringify(listFiles(dist))}` : undefined),
})
