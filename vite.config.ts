import react from '@vitejs/plugin-react'
import { compression } from 'vite-plugin-compression2'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'

// Vite only warns when a Node module leaks into the page, and the page then crashes at start: make it an error.
const refuseNodeModules = {
  name: 'refuse-node-modules',
  onLog(_level: string, log: { message: string }) {
    if (log.message.includes('externalized for browser compatibility')) throw new Error(log.message)
  },
}

export default defineConfig({
  // The tests see the whole house, the build only the app.
  root: process.env.VITEST ? '.' : 'web',
  publicDir: 'public',
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  plugins: [
    refuseNodeModules,
    react(),
    // Once, as small as can be, instead of at every request.
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
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
        navigateFallback: '/index.html',
        // The gate, the service and the mail page answer for themselves; the worker must never stand in for them.
        navigateFallbackDenylist: [/^\/(db|api|dev|health)(\/|$|\.)/],
        cleanupOutdatedCaches: true,
        // The page of the first visit, too, has to find its screens when the network goes.
        clientsClaim: true,
      },
    }),
  ],
  test: {
    projects: [
      {
        extends: false,
        test: {
          name: 'node',
          include: ['design-docs/**/*.test.ts', 'couchdb/**/*.test.ts', 'sync-server/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: false,
        test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], testTimeout: 30_000 },
      },
    ],
  },
})
