import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { compression } from 'vite-plugin-compression2'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { CHUNK_GROUPS, isDesk } from './web/build/chunks.ts'
import { preloadFront } from './web/build/preload-front.ts'
import { storedFiles } from './web/build/stored-files.ts'

// Vite only warns if the page imports a Node module, and the page then crashes at its start. This makes it an error.
const refuseNodeModules = {
  name: 'refuse-node-modules',
  onLog(_level: string, log: { message: string }) {
    if (log.message.includes('externalized for browser compatibility')) throw new Error(log.message)
  },
}

// The router contains code for development: warnings, and names of its components for developer tools. The bundler
// keeps every component to which a name is assigned, and so half of the router, which Mogra does not use.
const leaveOutUnusedRouter = {
  name: 'leave-out-unused-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\// },
    handler: (code: string) => ({
      code: code
        .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
        .replace(/^\w+\.displayName = .+;$/gm, '')
        .replace(/ = (?=React\d*\.(?:forwardRef|memo|createContext)\()/g, ' = /* @__PURE__ */ '),
      map: null,
    }),
  },
} as const

// Tests wait long, so that they fail only if the expected result never comes, and not because the machine is busy.
const patience = { timeout: 30_000 }

/** Vitest uses one worker less than there are cores. Tests mostly wait: two workers left half of two cores idle. */
const WORKERS = availableParallelism() + 1

/** The services of all tests start from one copy. */
const SHARED_START = resolve('sync-server/testing/started-folder.ts')
const PROPERTY_ERRORS = resolve('.ci/property-errors.ts')

export default defineConfig({
  // The tests need the whole repository, the build only the app.
  root: process.env.VITEST ? '.' : 'web',
  publicDir: 'public',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // One style sheet: the download of all styles takes less time than the round trips for several files.
    cssCodeSplit: false,
    manifest: true,
    // web/e2e/all-screens/budget.spec.ts measures the transferred bytes instead.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      treeshake: {
        // These modules only describe documents, so a screen includes only those that it uses, and the entry not all.
        moduleSideEffects: [{ test: /design-docs\/model\//, sideEffects: false }],
        // No getter in the code has side effects, so unused reads of properties can be removed.
        propertyReadSideEffects: false,
      },
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
        chunkFileNames: (chunk) => `assets/${isDesk(chunk) ? 'desk-' : ''}[name]-[hash].js`,
      },
    },
  },
  // One file: a worker that runs for seconds should not load its parts one after the other.
  worker: { format: 'es', plugins: () => [refuseNodeModules], rolldownOptions: { output: { codeSplitting: false } } },
  plugins: [
    refuseNodeModules,
    leaveOutUnusedRouter,
    react(),
    preloadFront,
    // Compresses the files once, as small as possible, instead of at every request.
    compression({
      algorithms: ['brotliCompress', 'gzip'],
      include: /\.(js|css|html|svg|webmanifest)$/,
      threshold: 1024,
    }),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        id: '/',
        name: 'Mogra',
        short_name: 'Mogra',
        description: 'Delivering happiness, one bouquet at a time',
        lang: 'en',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#FAF5EA',
        theme_color: '#FAF5EA',
        categories: ['shopping', 'lifestyle'],
        icons: [
          { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/app-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      // Written by hand, so that one blocked file does not keep the rest from being stored: web/src/service-worker/.
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      injectManifest: {
        rollupFormat: 'iife',
        // The list comes as a module.
        injectionPoint: '',
        buildPlugins: { vite: [storedFiles(resolve('web/dist'))] },
      },
    }),
  ],
  test: {
    projects: [
      {
        extends: false,
        test: {
          name: 'node',
          maxWorkers: WORKERS,
          // Each file would load and compile the whole service again, which takes a quarter of the time.
          isolate: false,
          globalSetup: SHARED_START,
          setupFiles: [PROPERTY_ERRORS],
          include: ['{design-docs,couchdb,sync-server,web/drawings,web/histories,web/build}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: patience },
        },
      },
      {
        extends: false,
        test: {
          name: 'web',
          maxWorkers: WORKERS,
          // To load the same screens for each file would take a third of the time. setup.ts cleans up after each test.
          isolate: false,
          globalSetup: SHARED_START,
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: [
            PROPERTY_ERRORS,
            resolve('web/src/testing/setup.ts'),
            resolve('web/src/i18n/front-english.ts'),
            resolve('web/src/i18n/screens-english.ts'),
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: patience },
        },
      },
    ],
  },
})
