import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { TestService } from '../../../sync-server/testing/test-service.ts'
import en from '../../src/i18n/locales/en/chat.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/chat.json' with { type: 'json' }
import { paths } from '../../src/paths.ts'
import { readyOffline } from '../customer-steps.ts'
import { isStored } from '../deliveries/partner-steps.ts'

export const texts = { en, hi }
type Texts = (typeof texts)['en' | 'hi']

/** High enough for all messages of a test, and narrow enough for a phone. */
const TALL = { width: 360, height: 1600 }

let people = 0
/** Makes an account that is not signed in on any device. */
export async function somebody(
  { services }: TestService,
  name: string,
  role: 'ADMIN' | 'CUSTOMER' | 'PARTNER' | 'SUPPLIER' = 'CUSTOMER',
) {
  people += 1
  const email = `writer.${process.pid}.${people}@mogra.example`
  const made = await services.accounts.create({ email, name, role, verified: true })
  if (made === 'email_taken') throw new Error(made)
  return { id: made.id, email }
}

/** Matches a text of the app with anything in the place of its values. */
export const like = (text: string) =>
  new RegExp(
    text
      .split(/\{\{.*?\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )

/** The messages of the conversation that is open. */
export const log = (page: Page, text: Texts) => page.getByLabel(like(text.log.label))
export const field = (page: Page, text: Texts) => page.getByRole('textbox', { name: like(text.write.to) })

/** Opens a conversation; with `offline`, the browser keeps what it needs to open it again without a network. */
export async function openConversation(page: Page, key: string, text: Texts, { offline = false } = {}) {
  await page.setViewportSize(TALL)
  await page.goto(`/#${paths.conversation(key)}`)
  await expect(field(page, text)).toBeVisible()
  if (!offline) return
  await readyOffline(page)
  await expect.poll(() => isStored(page, 'conversation-screen')).toBe(true)
}

/** Types a message, and sends it by the button. */
export async function send(page: Page, message: string, text: Texts) {
  await field(page, text).fill(message)
  await page.getByRole('button', { name: text.write.send, exact: true }).press('Enter')
}

/** Sends a message, and waits until it is in the conversation and no longer in the field. */
export async function write(page: Page, message: string, text: Texts) {
  await send(page, message, text)
  await expect(field(page, text)).toHaveValue('')
  await expect(log(page, text).getByText(message, { exact: true })).toBeVisible()
}

/** Closes the browser's page, and opens the conversation in a new one. */
export async function openedAgain(context: BrowserContext, page: Page, key: string): Promise<Page> {
  await page.close()
  const next = await context.newPage()
  await next.setViewportSize(TALL)
  await next.goto(`/#${paths.conversation(key)}`)
  return next
}

/** Waits until all of these screens show these messages, each once and in this order. */
export async function expectSameOrder(screens: readonly { page: Page; text: Texts }[], inOrder: readonly string[]) {
  for (const { page, text } of screens)
    await expect
      .poll(async () => {
        const shown = (await log(page, text).textContent()) ?? ''
        const once = inOrder.filter((message) => shown.split(message).length === 2)
        return once.toSorted((one, other) => shown.indexOf(one) - shown.indexOf(other))
      })
      .toEqual(inOrder)
}

/** The link or the button of the chats with this number of unread messages. */
export const badge = (page: Page, { panel }: Texts, unread: number) => {
  const name = (unread === 1 ? panel.unread_one : panel.unread_other).replace('{{count}}', String(unread))
  return page.getByRole('link', { name }).or(page.getByRole('button', { name })).first()
}

/** The link or the button of the chats with any number of unread messages. */
export const anyBadge = (page: Page, { panel }: Texts) => {
  const name = new RegExp(`${like(panel.unread_one).source}|${like(panel.unread_other).source}`)
  return page.getByRole('link', { name }).or(page.getByRole('button', { name }))
}
