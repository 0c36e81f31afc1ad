import { join } from 'node:path'
import { startTestService } from '../../../sync-server/testing/test-service.ts'
import { codeIn, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'

test('an admin clears all users with a fresh code, admins stay, and the phone of a deleted person empties itself', async ({
  phone,
}) => {
  // The deletions alone may take a minute.
  test.setTimeout(300_000)
  // A service of its own: the other tests need their people.
  const service = await startTestService({ webFolder: join(import.meta.dirname, '../../dist'), isPeopled: true })
  const ADMIN = 'admin@mogra.example'
  const { page: theirs } = await phone({ baseURL: service.url, storesApp: true })
  await signIn(theirs, service, 'customer@mogra.example')
  await readyOffline(theirs)
  const databases = () =>
    theirs.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []).filter(Boolean))
  const held = await theirs.evaluate(() => JSON.parse(localStorage.getItem('mogra_session') ?? '{}').database as string)
  expect(await databases()).toContain(`_pouch_${held}`)

  const { page } = await phone({ baseURL: service.url })
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, service, ADMIN)
  await page.goto('/#/admin')
  // By its key: the figures above it may arrive between looking for the button and a click.
  await page.getByRole('button', { name: 'CLEAR ALL USERS' }).press('Enter')
  const dialog = page.getByRole('dialog')
  for (const text of [
    'CLEAR ALL NON-ADMIN USERS',
    /^All customers \([1-9]\d*\)$/,
    /^All delivery partners \([1-9]\d*\)$/,
    /^All wholesale suppliers \([1-9]\d*\)$/,
    'Order history',
    'Chat messages and favorites',
    'Pending applications',
    /^Admin accounts are preserved/,
    'This action CANNOT be undone!',
  ])
    await expect(dialog.getByText(text)).toBeVisible()
  const known = await codeIn(service, ADMIN)
  await dialog.getByRole('button', { name: 'CLEAR ALL USERS' }).press('Enter')
  await dialog.getByLabel('Six-digit code').fill(await codeIn(service, ADMIN, known))
  // Two rounds of the sweep, five seconds apart, and 46 deletions between them.
  const timeout = 180_000
  const reloaded = page.waitForEvent('load', { timeout })
  await dialog.getByRole('button', { name: 'CLEAR ALL USERS' }).press('Enter')
  // Forty made-up people, three who apply, and the three people of the demo that are not admins.
  await expect(page.getByText(/^Deleting, \d+ of 46/)).toBeVisible()
  await expect(
    page.getByText('All non-admin users and related data have been successfully deleted!').first(),
  ).toBeVisible({ timeout })
  await reloaded

  await page.goto('/#/admin?tab=users')
  await expect(page.getByText('Showing 1 of 1 users')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: ADMIN })).toBeVisible()

  await expect(theirs.getByText('The account on this phone was deleted.')).toBeVisible()
  await expect.poll(databases).not.toContain(`_pouch_${held}`)
  await service.close()
})
