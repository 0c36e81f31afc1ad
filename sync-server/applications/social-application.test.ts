import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationId } from '#model'
import { type LocalProvider, startLocalProvider } from '../social/testing/local-provider.ts'
import { openSocialBrowser } from '../social/testing/social-browser.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { applicants } from './testing/applicants.ts'

let provider: LocalProvider
let service: TestService
let people = 0

beforeAll(async () => {
  provider = await startLocalProvider([])
  service = await startTestService({ env: provider.env, logLevel: 'silent' })
})
afterAll(async () => {
  await service.close()
  await provider.stop()
})

const { driver, settle } = applicants(() => service)

/** Comes back from the provider, and chooses to become a partner. */
async function afterSocialSignIn() {
  people += 1
  const person = { subject: `a${people}`, name: `Mira ${people}.`, email: `applies${people}@gmail.example` }
  provider.people.push(person)
  const browser = openSocialBrowser(service)
  await browser.goAndChoose(person.name)
  const { password: _, ...form } = await driver({
    isSocialRegistration: true,
    name: 'Typed',
    email: 'typed@example.com',
  })
  return {
    person,
    browser,
    form,
    submit: (more: object = {}) => browser.call('POST', '/api/applications', { ...form, ...more }),
  }
}
const accountOf = (email: string) => service.services.accounts.findByEmail(email)

test('after a social sign-in the account is made by the submission, verified and linked', async () => {
  const { person, browser, form, submit } = await afterSocialSignIn()
  expect(await accountOf(person.email)).toBeUndefined()
  const answer = await submit()
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    { application: form.id, email: person.email, state: 'pending_verification' },
  ])
  const account = await accountOf(person.email)
  expect(account).toMatchObject({ name: person.name, registeredBy: applicationId(form.id), provider: 'google' })
  expect(account?.emailVerifiedAt).toEqual(expect.any(String))
  // The page signs in as anybody with a linked identity does.
  const session = await browser.signIn()
  expect([session.statusCode, session.json().account.id]).toEqual([200, account?.id])
  await settle()
  expect(await service.services.applications.get(applicationId(form.id))).toMatchObject({
    state: 'pending_verification',
  })
  expect(
    service
      .mails()
      .filter(({ to }) => to === person.email)
      .map(({ subject }) => subject),
  ).toEqual(['We have your delivery partner application'])
})

test('the same submission again is the same application, also before the page signs in', async () => {
  const { submit } = await afterSocialSignIn()
  const first = await submit()
  const second = await submit()
  expect([second.statusCode, second.json()]).toEqual([201, first.json()])
})

test('a form that claims a social sign-in without one is refused, and so is somebody else’s e-mail', async () => {
  const { form, submit, browser } = await afterSocialSignIn()
  browser.cookies.delete('social')
  const without = await submit()
  expect([without.statusCode, without.json().error]).toEqual([404, 'no_redirect_result'])
  const account = { email: form.email, name: 'Owner', role: 'CUSTOMER' as const, verified: true }
  await service.services.accounts.create(account)
  const taken = await submit({ isSocialRegistration: false })
  expect([taken.statusCode, taken.json().error]).toEqual([409, 'email_taken'])
  const { person, submit: again } = await afterSocialSignIn()
  await service.services.accounts.create({ ...account, email: person.email })
  const linked = await again()
  expect([linked.statusCode, linked.json().error]).toEqual([409, 'link_first'])
})
