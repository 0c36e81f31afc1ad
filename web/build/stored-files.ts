import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import type { Role } from '#model'
import type { StoredFile } from '../src/service-worker/messages.ts'
import { FRONT } from './preload-front.ts'

/** The chunks of Vite's `.vite/manifest.json`, by their module or their name. */
type Chunks = Record<
  string,
  { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[]; assets?: string[] }
>

/**
 * Features that only some roles can open, by folder, with those roles. With an empty list, nobody's device stores them.
 */
const RESTRICTED: Record<string, readonly Role[]> = {
  admin: ['ADMIN'],
  'driver-dashboard': ['PARTNER'],
  'driver-profile': ['PARTNER'],
  'wholesale-dashboard': ['SUPPLIER'],
  'wholesale-profile': ['SUPPLIER'],
  'dev-ui': [],
}

/** The files besides the chunks that the page loads before the app runs. */
const START_FILES = /^(index\.html|first-screen\.js|assets\/[^/]+\.css)$/
/** The screen with which the installed app opens, and Hindi, in which many people read it. */
const FIRST_SCREEN = [FRONT.home.replace(/^web\//, ''), 'src/i18n/hindi.ts']

/** What is imported by screens of everybody, and needed only by some roles. */
const NEEDED_BY: Record<string, readonly Role[]> = {
  'src/data/sync/feed-replications.ts': ['ADMIN', 'PARTNER', 'SUPPLIER'],
  'src/blocks/deliveries/bank-section.tsx': ['PARTNER'],
  'src/blocks/deliveries/partner-stats.tsx': ['PARTNER'],
  'src/blocks/bulk/supplier-stats.tsx': ['SUPPLIER'],
}

const featureOf = (module: string) => /^src\/features\/([^/]+)\//.exec(module)?.[1] ?? ''

/**
 * Returns the files that devices store, and who needs each: only its roles if only a restricted screen needs it; without
 * `neededBy`, the app does not start without it.
 */
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
  const needing = (key: string) => NEEDED_BY[key] ?? restricted[featureOf(key)]
  const isFree = (key: string) => needing(key) === undefined
  // The entry loads the steps of the start by itself.
  const entries = Object.keys(chunks).filter((key) => chunks[key]?.isEntry)
  const steps = entries.flatMap((key) => chunks[key]?.dynamicImports ?? [])
  const start = follow([...entries, ...steps, ...FIRST_SCREEN], () => true, 'static')
  const everybody = follow(entries, isFree, 'all')
  const whole = follow(Object.keys(chunks), () => true, 'all')
  const rolesOf = (url: string): Role[] => {
    // The shared chunks lead to every screen: those of other restricted features are not needed for this one.
    const isOwn = (root: string) => (key: string) =>
      isFree(key) || key === root || (featureOf(key) !== '' && featureOf(key) === featureOf(root))
    const roots = Object.keys(chunks).filter((key) => !isFree(key) && follow([key], isOwn(key), 'all').has(url))
    return [...new Set(roots.flatMap((key) => needing(key) ?? []))]
  }
  return urls.flatMap((url): { url: string; neededBy?: 'everybody' | Role[] }[] => {
    if (START_FILES.test(url) || start.has(url)) return [{ url }]
    // No chunk lists drawings and workers, so everybody stores them.
    if (everybody.has(url) || !whole.has(url)) return [{ url, neededBy: 'everybody' }]
    const roles = rolesOf(url)
    return roles.length > 0 ? [{ url, neededBy: roles }] : []
  })
}

/** Screens are stored before their drawings, because the network may be lost before everything is stored. */
const ORDER = [/\.(html|css)$/, /\.js$/, /\.svg$/, /./]
const rank = (url: string) => ORDER.findIndex((kind) => kind.test(url))

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('base64')

/** The files that the app uses. Icons are not among them: the system fetches them when the app is installed. */
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

/** Gives the list of the files to store to the service worker, which is built after everything else is written. */
export const storedFiles = (dist: string): Plugin => ({
  name: 'stored-files',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id) => (id === `\0${MODULE}` ? `export const FILES = ${JSON.stringify(listFiles(dist))}` : undefined),
})
