import type { Page } from '@playwright/test'
import en from '../../src/i18n/locales/en/applications.json' with { type: 'json' }

export type Say = typeof en

export const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
export const goOn = (page: Page, say: Say = en) => page.getByRole('button', { name: say.continue }).press('Enter')

/** What nobody but the person knows: the phone numbers and the city. */
export async function fillReach(page: Page, say: Say = en) {
  await step(page, say.driver.personal.title).waitFor()
  await page.getByLabel(say.fields.phone, { exact: true }).fill('98290 11420')
  await page.getByLabel(say.fields.emergencyContact).fill('98290 11421')
  await page.getByLabel(say.fields.city, { exact: true }).selectOption('pune')
}

/** From the vehicle to the documents. */
export async function fillVehicleAndKyc(page: Page, say: Say = en) {
  await step(page, say.driver.vehicle.title).waitFor()
  await page.getByRole('radio', { name: say.vehicles.bike }).check()
  await page.getByLabel(say.fields.vehicleNumber).fill('RJ14 AB 1234')
  await goOn(page, say)
  await step(page, say.driver.kyc.title).waitFor()
  await page.getByLabel(say.fields.licenseNumber).fill('RJ14 20190034417')
  await page.getByLabel(say.fields.aadharNumber).fill('2341 2341 2346')
  await page.getByLabel(say.fields.panNumber).fill('ABCPE1234F')
  await goOn(page, say)
  await step(page, say.driver.documents).waitFor()
}

type Paper = keyof typeof en.papers
export const documentRow = (page: Page, paper: Paper) => page.getByRole('listitem', { name: en.papers[paper] })

/** Chooses a file for a document, as from the phone's files. */
export const chooseFile = (page: Page, paper: Paper, name: string, mimeType: string, bytes: Uint8Array) =>
  documentRow(page, paper)
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) })
