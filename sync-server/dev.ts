import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')
const port = process.env.PORT ?? '3000'
const webPort = 5173

const web = await createServer({
  configFile: join(root, 'vite.config.ts'),
  root: join(root, 'web'),
  server: {
    port: webPort,
    strictPort: true,
    // Host and origin are passed on unchanged, so that the service recognises its own page.
    proxy: Object.fromEntries(['/api', '/db', '/health', '/dev'].map((path) => [path, `http://127.0.0.1:${port}`])),
  },
})
await web.listen()

const service = spawn(process.execPath, ['--watch', join(root, 'sync-server/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: port, PUBLIC_URL: `http://localhost:${webPort}` },
})
console.log(`Open http://localhost:${webPort}; changes show at once.`)

const stop = () => {
  service.kill('SIGTERM')
  void web.close()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
service.on('exit', (code) => {
  void web.close().then(() => process.exit(code ?? 0))
})
