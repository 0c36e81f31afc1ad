import { expect, test } from 'vitest'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import { replaceDataLayer } from '../runtime/current-data-layer.ts'
import { applicationDraft, prefillApplication } from './application-draft.ts'

const typed = {
  ...{ name: 'Imran', password: 'mogra-secret', confirmPassword: 'mogra-secret' },
  ...{ aadharNumber: '2341 2341 2346', bankAccount: '308100217745', languages: ['hindi', 'english'] },
}
const stored = () => Object.values({ ...localStorageOf }).join()
const localStorageOf: Record<string, string | undefined> = {}

async function aDevice() {
  const device = await openLocalData()
  const { values } = device.environment
  const set = values.set.bind(values)
  values.set = (key, value) => {
    localStorageOf[key] = value
    set(key, value)
  }
  return device
}

test('passwords, Aadhaar and bank numbers are in no storage, and a new page names them as forgotten', async () => {
  const device = await aDevice()
  applicationDraft('driver').save(typed)
  expect(applicationDraft('driver').values()).toEqual(typed)
  expect(applicationDraft('driver').forgotten()).toEqual([])
  expect(stored()).toContain('Imran')
  for (const secret of ['mogra-secret', '2341', '308100217745']) expect(stored()).not.toContain(secret)
  const id = applicationDraft('driver').id()

  replaceDataLayer(await device.reload())
  const draft = applicationDraft('driver')
  expect(draft.id()).toBe(id)
  expect(draft.values()).toEqual({ name: 'Imran', languages: ['hindi', 'english'] })
  expect(draft.forgotten().sort()).toEqual(['aadharNumber', 'bankAccount', 'confirmPassword', 'password'])
  // An empty form that is shown, and its typed field, do not change what was forgotten.
  draft.save({ password: '', name: 'Imran Khan' })
  expect(draft.forgotten()).toContain('password')
  draft.save({ password: 'once more' })
  expect(draft.forgotten()).not.toContain('password')
  // Somebody who empties the field does not want it.
  draft.save({ bankAccount: '1' })
  draft.save({ bankAccount: '' })
  expect(draft.forgotten()).not.toContain('bankAccount')
})

test('the two applications are drafts of their own, and a new one has another id', async () => {
  await aDevice()
  applicationDraft('driver').save({ phone: '1' })
  applicationDraft('wholesale_supplier').save({ phone: '2' })
  const id = applicationDraft('driver').id()
  applicationDraft('driver').clear()
  expect(applicationDraft('driver').values()).toEqual({})
  expect(applicationDraft('driver').id()).not.toBe(id)
  expect(applicationDraft('wholesale_supplier').values()).toEqual({ phone: '2' })
})

test('what somebody typed in secret is not there for the next person', async () => {
  const { sessionState } = await aDevice()
  const signIn = (id: string) =>
    sessionState.set({
      ...sessionState.get(),
      signedIn: {
        account: { id, email: `${id}@device.example`, name: id, role: 'CUSTOMER' },
        mailbox: { name: 'mailbox-test', generation: 1 },
      },
    })
  applicationDraft('driver').save({ aadharNumber: '1' })
  signIn('asha')
  // A visitor who signs in is the same person.
  expect(applicationDraft('driver').values()).toEqual({ aadharNumber: '1' })
  signIn('imran')
  expect(applicationDraft('driver').values()).toEqual({})
})

test('what was typed on another screen replaces only what it fills in', async () => {
  await aDevice()
  applicationDraft('driver').save({ name: 'Imran', phone: '98290 11420' })
  prefillApplication('driver', { name: 'Imran Khan', phone: '', city: undefined })
  expect(applicationDraft('driver').values()).toEqual({ name: 'Imran Khan', phone: '98290 11420' })
})

test('a draft of a wrong shape is replaced by an empty one', async () => {
  const { environment } = await aDevice()
  environment.values.set('mogra_draft_application-driver', '{"id":"x","values":[]}')
  expect(applicationDraft('driver').values()).toEqual({})
  expect(applicationDraft('driver').forgotten()).toEqual([])
})
