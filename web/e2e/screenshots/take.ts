/** `npm run screenshots` saves every screen of a demo in `web/screens/all`; `-- --only hi-dark-360` saves a part. */
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { findOrInstallChromium } from '../../../.ci/chromium.ts'
import { startTestService, type TestService } from '../../../sync-server/testing/test-service.ts'
import buildApp from '../build-app.ts'
import { aClock } from '../clock.ts'
import { seeEverything } from './screens.ts'
import { settled } from './visit.ts'

const SIZES = { 360: { width: 360, height: 800 }, 1280: { width: 1280, height: 800 } } as const
/** The pictures of the README, with their names there. */
const SHOWN: Record<string, string> = {
  'en-light-360/home-visitor': 'home-360',
  'hi-light-360/product': 'product-hi-360',
  'en-light-360/tracking-saved': 'tracking-saved-360',
  'hi-dark-360/tracking-confirmed': 'tracking-confirmed-hi-360-dark',
  'en-light-1280/browse': 'browse-1280',
  'en-light-360/partner-overview': 'partner-360',
  'en-light-360/supplier-requests': 'supplier-360',
  'en-light-360/chat-conversation': 'chat-360',
  'hi-dark-1280/desk-conversation': 'desk-hi-1280-dark',
}

const screens = join(import.meta.dirname, '../../screens')
const folder = join(screens, 'all')
const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values

interface Look {
  language: 'en' | 'hi'
  theme: 'light' | 'dark'
  size: keyof typeof SIZES
}

const wide: string[] = []
const clock = aClock()

async function take(browser: Browser, service: TestService, { language, theme, size }: Look) {
  const name = `${language}-${theme}-${size}`
  const email = `asha.${name}@mogra.example`
  await service.services.accounts.create({ email, name: 'Asha Rathore', role: 'CUSTOMER', verified: true })
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: SIZES[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    bypassCSP: true,
  })
  if (language === 'hi') await context.addInitScript(() => localStorage.setItem('mogra_language', 'hi'))
  const page = await context.newPage()
  await mkdir(join(folder, name), { recursive: true })
  const look = async (screen: string) => {
    await settled(page)
    const { sideways, tall } = await page.evaluate(() => ({
      sideways: document.documentElement.scrollWidth - window.innerWidth,
      tall: document.documentElement.scrollHeight > window.innerHeight * 1.1,
    }))
    if (sideways > 0) wide.push(`${name}/${screen}: ${sideways} px`)
    await page.screenshot({ path: join(folder, name, `${screen}.png`) })
    if (tall) await page.screenshot({ path: join(folder, name, `${screen}-whole.png`), fullPage: true })
  }
  await seeEverything({ page, context, service, clock, email, nameOf: (usual) => usual, language, look })
  await context.close()
  console.log(`${name} taken`)
}

buildApp()
if (!only) await rm(folder, { recursive: true, force: true })
const service = await startTestService({ webFolder: join(import.meta.dirname, '../../dist'), now: clock.now })
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ['--no-sandbox'] })
try {
  for (const size of [360, 1280] as const)
    for (const language of ['en', 'hi'] as const)
      for (const theme of ['light', 'dark'] as const)
        if (`${language}-${theme}-${size}`.includes(only)) await take(browser, service, { language, theme, size })
  for (const [taken, shown] of Object.entries(SHOWN))
    if (taken.includes(only)) await copyFile(join(folder, `${taken}.png`), join(screens, `${shown}.png`))
} finally {
  await browser.close()
  await service.close()
}
if (wide.length) throw new Error(`Wider than the screen:\n${wide.join('\n')}`)
