// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { UploadStates } from '../../../data/uploads/upload-state.ts'
import type { Uploads } from '../../../data/uploads/uploads.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { DocumentRows, type WantedDocument } from './document-rows.tsx'
import { StillMissing, useMissingDocuments } from './still-missing.tsx'

beforeAll(() => startLanguage())

const DOCUMENTS: WantedDocument[] = [
  { name: 'license', label: 'Driving licence', isOptional: false },
  { name: 'aadhar', label: 'Aadhaar', isOptional: false },
  { name: 'pan', label: 'PAN card', isOptional: false },
  { name: 'vehicleRC', label: 'Vehicle RC', isOptional: false },
  { name: 'photo', label: 'Your photo', isOptional: false },
  { name: 'businessLicense', label: 'Business licence', isOptional: true },
]
const file = { name: 'a.jpg', type: 'image/jpeg' as const, size: 1_258_291, preview: 'data:image/jpeg;base64,/9j/' }
const STATES: UploadStates = {
  license: { status: 'uploaded', file, at: '2026-11-25T12:32:00.000Z' },
  aadhar: { status: 'uploading', file, sent: 780_141 },
  pan: { status: 'waiting', file, sent: 440_402, wait: 'offline' },
  vehicleRC: { status: 'refused', refusal: 'too_large', name: 'rc-book.pdf', size: 7_759_462 },
}

function Screen({ uploads }: { uploads: Uploads }) {
  const missing = useMissingDocuments(DOCUMENTS, uploads)
  return (
    <>
      <DocumentRows documents={DOCUMENTS} uploads={uploads} />
      <StillMissing missing={missing} />
    </>
  )
}

function show(states: UploadStates = STATES) {
  const calls = { choose: vi.fn(async () => undefined), remove: vi.fn(async () => undefined) }
  const screenWith = (states: UploadStates) => <Screen uploads={{ states, uploads: {}, isGoingUp: true, ...calls }} />
  const { rerender } = render(screenWith(states))
  const row = (name: string) => within(screen.getByRole('listitem', { name }))
  return { ...calls, row, change: (states: UploadStates) => rerender(screenWith(states)) }
}

test('each row says how far its file is, and a refused one names the file, its size, the limit and the way out', () => {
  const { row } = show()
  expect(row('Driving licence').getByText('Uploaded, 6:02 pm')).toBeTruthy()
  expect(row('Aadhaar').getByText('Uploading, 62% of 1.2 MB')).toBeTruthy()
  expect(row('Aadhaar').getByRole('progressbar', { name: 'Aadhaar' }).getAttribute('aria-valuenow')).toBe('62')
  expect(row('PAN card').getByText('Saved on this phone. Goes on when you are online.')).toBeTruthy()
  expect(row('PAN card').getByRole('progressbar').getAttribute('aria-valuenow')).toBe('35')
  expect(
    row('Vehicle RC').getByText(
      'rc-book.pdf is 7.4 MB; a PDF may be up to 5 MB. Take a photo instead: we make photos smaller.',
    ),
  ).toBeTruthy()
  expect(row('Your photo').getByText('Not chosen yet')).toBeTruthy()
})

test('a refused replacement says why, and that the earlier file is kept: nothing is missing', () => {
  const refusedReplacement = { refusal: 'damaged' as const, name: 'scan.pdf', size: 9 }
  const at = '2026-11-25T12:32:00.000Z'
  const { row } = show({ license: { status: 'uploaded', file, at, refusedReplacement } })
  expect(row('Driving licence').getByText('Uploaded, 6:02 pm')).toBeTruthy()
  expect(row('Driving licence').getByText(/^scan\.pdf is damaged/)).toBeTruthy()
  expect(row('Driving licence').getByText('The earlier file is kept.')).toBeTruthy()
  expect(screen.getByText('Still missing: 4')).toBeTruthy()
})

test('an upload can be stopped, and a file is chosen by the picker of the phone', () => {
  const { row, choose, remove } = show()
  fireEvent.click(row('Aadhaar').getByRole('button', { name: 'Stop uploading: Aadhaar' }))
  expect(remove).toHaveBeenCalledWith('aadhar')
  expect(row('Your photo').getByRole('button', { name: 'Your photo: Take photo' })).toBeTruthy()
  const input = screen.getByRole('listitem', { name: 'Your photo' }).querySelectorAll('input')[1]
  const chosen = new File(['x'], 'me.png', { type: 'image/png' })
  if (input) fireEvent.change(input, { target: { files: [chosen] } })
  expect(choose).toHaveBeenCalledWith('photo', chosen)
})

test('the focus stays in a row whose buttons replace each other', () => {
  const { row, change } = show()
  row('Aadhaar').getByRole('button', { name: 'Stop uploading: Aadhaar' }).focus()
  change({ ...STATES, aadhar: { status: 'uploaded', file, at: '2026-11-25T12:32:00.000Z' } })
  expect(document.activeElement).toBe(row('Aadhaar').getByText('Aadhaar'))

  const photo = screen.getByRole('listitem', { name: 'Your photo' })
  const input = photo.querySelector('input')
  if (input) fireEvent.change(input, { target: { files: [new File(['x'], 'me.png')] } })
  expect(document.activeElement).toBe(photo)
})

test('the person’s own photo is taken by the camera that looks at them, and a paper by the other', () => {
  show({})
  const cameraOf = (name: string) =>
    screen.getByRole('listitem', { name }).querySelector('[capture]')?.getAttribute('capture')
  expect([cameraOf('Your photo'), cameraOf('PAN card')]).toEqual(['user', 'environment'])
})

test('what is missing is listed with its reason, and a link moves the focus to the row; an optional document is not missing', () => {
  Element.prototype.scrollIntoView = vi.fn()
  show()
  expect(screen.getByText('Still missing: 2')).toBeTruthy()
  const links = screen.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Vehicle RC, the file was too big',
    'Your photo, not chosen yet',
  ])
  fireEvent.click(screen.getByRole('link', { name: /Your photo/ }))
  expect(document.activeElement?.id).toBe('document-photo')
})
