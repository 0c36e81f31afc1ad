import { codeIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { press, tabTo, type, unannouncedOn, watchLiveRegions } from '../keyboard.ts'
import { words } from '../screen-texts.ts'

test('a person registers, changes the account, logs out and in, and deletes it with the keyboard alone', async ({
  service,
  phone,
}) => {
  const say = words.en
  const email = `asha.keys.${process.pid}@mogra.example`
  const { page, context } = await phone()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await watchLiveRegions(page)
  const { keyboard } = page
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const field = (name: string) => main.getByLabel(name, { exact: true })
  const paste = async (text: string) => {
    await page.evaluate((code) => navigator.clipboard.writeText(code), text)
    await keyboard.press('Control+V')
  }

  await page.goto('/#/register')
  await press(page, button(say.createAccount))
  await expect(field(say.name)).toBeFocused()
  await keyboard.type('Asha Rathore')
  await type(page, field(say.email), email)
  await type(page, field(say.phone), '98290 11420')
  await type(page, field(say.city), 'Pune')
  await expect(field(say.city)).toHaveValue('pune')
  await keyboard.press('Enter')
  await tabTo(page, main.getByRole('checkbox', { name: say.terms }))
  await keyboard.press('Space')
  await press(page, button(say.createAccount))

  const code = field(say.code)
  await expect(code).toBeFocused()
  const first = await codeIn(service, email)
  await keyboard.type(first.slice(0, 5))
  await keyboard.press('Enter')
  await expect(button(say.verify)).toBeDisabled()
  await keyboard.press('Control+A')
  await paste(` ${first.slice(0, 3)} ${first.slice(3)} `)
  await expect(code).toHaveValue(first)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/$/)
  const heading = page.locator('h1')
  await expect(heading).toBeFocused()

  const menu = page.getByRole('button', { name: say.menu, exact: true })
  const goTo = async (name: string, key = 'Enter') => {
    await press(page, menu, key)
    await press(page, page.getByRole('link', { name, exact: true }).locator('visible=true'))
    await expect(heading).toBeFocused()
  }
  await goTo(say.profileLink, 'Space')
  await press(page, button(say.editProfile))
  const details = main.getByRole('heading', { name: 'Details' })
  await expect(details).toBeFocused()
  await tabTo(page, field(say.name))
  await keyboard.press('Control+A')
  await keyboard.press('Delete')
  await keyboard.press('Enter')
  await expect(field(say.name)).toBeFocused()
  await expect(field(say.name)).toHaveAccessibleDescription('Enter your name.')
  await keyboard.type('Asha Devi')
  await press(page, button(say.save))
  await expect(main.getByText(say.upToDate)).toBeVisible()
  await expect(details).toBeFocused()

  await press(page, menu)
  await press(page, page.getByRole('button', { name: say.logOut, exact: true }).locator('visible=true'), 'Space')
  await expect(page.getByText('You are logged out')).toBeVisible()
  await goTo(say.logIn)
  await type(page, field(say.email), 'nobody@mogra.example')
  await keyboard.press('Enter')
  await expect(field(say.email)).toHaveAccessibleDescription(say.noAccount)
  await expect(field(say.email)).toBeFocused()
  await keyboard.press('Control+A')
  await keyboard.type(email)
  await press(page, button(say.sendCode))
  const second = await codeIn(service, email, first)
  await expect(code).toBeFocused()
  await keyboard.type('12345')
  await press(page, button('Back to e-mail'))
  await expect(heading).toBeFocused()
  await press(page, button(say.sendCode))
  await press(page, button('I have a code'))
  await expect(code).toBeFocused()
  await expect(code).toHaveValue('')
  await keyboard.type(second)
  await press(page, button(say.verify), 'Space')
  await expect(page).toHaveURL(/#\/$/)
  // The focus leaves with the screen of the login.
  await expect(heading).toBeFocused()

  await goTo(say.profileLink)
  await press(page, button(say.deleteAccount))
  const dialog = page.getByRole('dialog')
  await press(page, dialog.getByRole('button', { name: say.sendDeletionCode }))
  await expect(dialog.getByLabel(say.code)).toBeFocused()
  await paste(await codeIn(service, email, second))
  await press(page, dialog.getByRole('button', { name: say.deleteAccount }))
  await expect(page.getByText(say.accountDeleted)).toBeVisible()
  await expect(heading).toBeFocused()
  expect(await unannouncedOn(page)).toEqual([])
})
