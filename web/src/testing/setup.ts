import { configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { showToast } from '../ui/overlays/toasts.tsx'
import { cleanUp } from './render-with-local-data.tsx'

// Testing Library waits one second by default, which is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// jsdom lays nothing out.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => undefined

// Files share their modules, so a hook in a module that they import would run for the first file only. A toast that is
// still shown would appear in the next test; the first empty one replaces an answer, and leaves the news behind it.
afterEach(async () => {
  vi.useRealTimers()
  await cleanUp()
  for (const message of ['', '']) showToast({ message })()
})
afterAll(() => void vi.unstubAllGlobals())
