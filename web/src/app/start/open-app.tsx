import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { networkAgain, waitAfter } from '../../data/network-again.ts'
import { startData } from '../../data/runtime/start.ts'
import { resumeUploads } from '../../data/uploads/resume.ts'
import { startLanguage } from '../../i18n/start.ts'
import { onceIdle } from '../idle.ts'
import { App } from './app.tsx'
import { canStore } from './storage-probe.ts'

/** After this time even a slow phone shows the first screen with its flowers. */
const FIRST_SCREEN_MS = 4_000

const afterFirstScreen = () => new Promise<void>((resolve) => setTimeout(resolve, FIRST_SCREEN_MS))

/** Opens the local data and shows the app in place of the placeholder in index.html. */
export async function openApp(): Promise<void> {
  const isStoring = canStore()
  let hasData = true
  try {
    startData()
  } catch (error) {
    hasData = false
    console.warn('the local data could not be opened', error)
  }
  await startLanguage()

  const place = document.getElementById('root')
  if (!place) throw new Error('index.html has no #root')
  const root = createRoot(place)
  // Renders in slices, between which the page can be scrolled and tapped.
  const show = (screen: ReactNode) => startTransition(() => root.render(<StrictMode>{screen}</StrictMode>))
  const showRefused = async () => {
    const { StorageRefused } = await import('./storage-refused.tsx')
    show(<StorageRefused canRead={hasData} />)
  }

  if (hasData) show(<App />)
  else await showRefused()
  // The app does not wait for this answer: nearly always it is yes.
  void isStoring.then((can) => {
    if (!can && hasData) void showRefused()
  })
  if (hasData) void sendFiles()
  if (hasData && import.meta.env.PROD && 'serviceWorker' in navigator) void storeApp()
}

/** Files that were chosen for an application go on, whatever screen is open. */
async function sendFiles() {
  await afterFirstScreen()
  // Without a network its code may be missing: the wizard sends them then.
  await resumeUploads().catch(() => undefined)
}

/** Runs late and while the page is idle, so that it takes no bandwidth or processor time from the first screen. */
async function storeApp() {
  await afterFirstScreen()
  await onceIdle()
  const load = () => import('./service-worker.ts').catch(() => undefined)
  let loaded = await load()
  for (let tries = 0; !loaded; tries += 1) {
    await networkAgain(waitAfter(tries))
    loaded = await load()
  }
  loaded.keepAppStored()
}
