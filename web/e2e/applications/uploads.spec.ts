import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { MOST_FILE_BYTES, ulidOf } from '#model'
import type { ApplicationRecord } from '../../../sync-server/applications/application-record.ts'
import { aHeic, aPdf, aProgram } from '../../src/data/uploads/testing/files.ts'
import en from '../../src/i18n/locales/en/applications.json' with { type: 'json' }
import uploads from '../../src/i18n/locales/en/uploads.json' with { type: 'json' }
import { codeIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { chooseFile, fillReach, fillVehicleAndKyc, goOn, documentRow as row } from './wizard-steps.ts'

const PICTURE = readFileSync(join(import.meta.dirname, '../../public/icons/app-512.png'))
const BYTES_A_SECOND = 200 * 1024

/** A slow line that is cut for half a second, again and again, until this is called. */
async function cutAgainAndAgain(page: Page, context: BrowserContext): Promise<() => Promise<void>> {
  const network = await context.newCDPSession(page)
  const set = (offline: boolean, uploadThroughput = BYTES_A_SECOND) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline, latency: 20, downloadThroughput: -1, uploadThroughput },
    })
  let isOver = false
  const cutting = (async () => {
    while (!isOver) {
      await set(false)
      await pause(1_500)
      await set(true)
      await pause(500)
    }
  })()
  return async () => {
    isOver = true
    await cutting
    await set(false, -1)
  }
}

test('a driver applies on a line that is cut again and again, and every document arrives', async ({
  phone,
  service,
}) => {
  const { page, context } = await phone({ storesApp: true })
  const email = `ravi.${process.pid}.cut@mogra.example`
  await page.goto('/#/driver/register')
  await page.getByLabel(en.fields.name, { exact: true }).fill('Ravi Shinde')
  await page.getByLabel(en.fields.email, { exact: true }).fill(email)
  await fillReach(page)
  await page.getByLabel(en.fields.password, { exact: true }).fill('seven77')
  await page.getByLabel(en.fields.confirmPassword).fill('seven77')
  await goOn(page)
  await fillVehicleAndKyc(page)

  const restore = await cutAgainAndAgain(page, context)
  for (const paper of ['license', 'aadhar', 'pan', 'vehicleRC'] as const)
    await chooseFile(page, paper, `${paper}.pdf`, 'application/pdf', aPdf(300_000))
  await chooseFile(page, 'photo', 'me.png', 'image/png', PICTURE)
  await expect(row(page, 'license').getByRole('progressbar')).toBeVisible()
  await expect(row(page, 'license').getByText(uploads.waiting.offline)).toBeVisible()
  // Nobody has to wait for the files.
  await page.getByRole('button', { name: en.submit }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: en.sent.title })).toBeVisible({ timeout: 40_000 })
  await restore()

  await page.getByRole('link', { name: en.sent.verifyEmail }).press('Enter')
  await page.getByLabel(words.en.code).fill(await codeIn(service, email))
  await page.getByRole('button', { name: words.en.verify }).click()
  await expect(page.getByText('Your application is being reviewed')).toBeVisible()
  const { couch, kyc } = service.services
  const applications = await couch.db('applications').range<ApplicationRecord>('application:', 'application:\uffff')
  const [own, ...others] = applications.filter((application) => application.email === email)
  expect(others).toEqual([])
  const documents = await kyc.list(ulidOf(own?._id ?? ''))
  expect(documents.map(({ document }) => document).sort()).toEqual(['aadhar', 'license', 'pan', 'photo', 'vehicleRC'])
})

test('a file that cannot be taken says why beside it, and the others stay', async ({ page }) => {
  await page.goto('/#/driver/register?step=documents')
  await row(page, 'license').waitFor()
  const why = (paper: keyof typeof en.papers) => row(page, paper).getByRole('status')
  const said = (text: string, name: string) => text.replace('{{name}}', name).split('{{')[0] ?? ''

  await chooseFile(page, 'license', 'scan.pdf', 'application/pdf', aPdf(MOST_FILE_BYTES + 1))
  await expect(why('license')).toContainText(said(uploads.refused.too_large, 'scan.pdf'))
  await chooseFile(page, 'aadhar', 'card.jpg', 'image/jpeg', aProgram())
  await expect(why('aadhar')).toHaveText(said(uploads.refused.not_a_document, 'card.jpg'))
  await chooseFile(page, 'pan', 'pan.jpg', 'image/jpeg', (await aPhoto(page)).subarray(0, -2))
  await expect(why('pan')).toHaveText(said(uploads.refused.damaged, 'pan.jpg'))
  await chooseFile(page, 'vehicleRC', 'rc.heic', 'image/heic', aHeic())
  await expect(why('vehicleRC')).toHaveText(said(uploads.refused.heic_unreadable, 'rc.heic'))

  // The disk of the service is full; a moment later there is room again.
  const noRoom = { status: 507, json: { error: 'no_room', retryAfterSeconds: 1 } }
  await page.route('**/api/uploads', (route) => route.fulfill(noRoom))
  await chooseFile(page, 'photo', 'me.jpg', 'image/jpeg', await aPhoto(page))
  await expect(why('photo')).toContainText(uploads.waiting.service_full)
  await page.unroute('**/api/uploads')
  await expect(why('photo')).toContainText('Uploaded')

  await page.reload()
  await expect(row(page, 'photo').getByText(/^Uploaded/)).toBeVisible()
  await chooseFile(page, 'license', 'scan.pdf', 'application/pdf', aPdf(1_000))
  await expect(row(page, 'license').getByText(/^Uploaded/)).toBeVisible()
})

/** A photo, as this browser would store it. */
async function aPhoto(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 900 })
    const paint = canvas.getContext('2d')
    for (let x = 0; paint && x < 1200; x += 10) {
      paint.fillStyle = `hsl(${x % 360} 60% 50%)`
      paint.fillRect(x, 0, 10, 900)
    }
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
