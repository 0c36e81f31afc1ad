// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { Form } from './form.tsx'
import { TextInput } from './text-input.tsx'

const sent: unknown[] = []

/** A form that keeps its values in React's state. */
function StateForm() {
  const [email, setEmail] = useState('')
  const [tries, setTries] = useState(0)
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        sent.push({ email })
        setTries(tries + 1)
      }}
    >
      <TextInput
        aria-label="email"
        data-tries={tries}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <button type="submit" disabled={email === ''}>
        Send
      </button>
    </Form>
  )
}

/** A form of the form library. */
function LibraryForm() {
  const { register, handleSubmit } = useForm({ defaultValues: { email: '', city: 'pune' } })
  return (
    <Form onSubmit={handleSubmit((values) => void sent.push(values))}>
      <TextInput aria-label="email" {...register('email')} />
      <select aria-label="city" {...register('city')}>
        <option value="pune">Pune</option>
        <option value="delhi">Delhi</option>
      </select>
    </Form>
  )
}

type Field = HTMLInputElement | HTMLSelectElement
/** A script of this page assigns the value; React sees it and tells nobody. */
const byScript = (field: Field, value: string) => {
  field.value = value
}
/** The browser, or an extension, fills in without React. */
const byBrowser = (field: Field, value: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const submit = () => fireEvent.submit(document.querySelector('form') ?? document)

test.each([
  ['a script', byScript],
  ['the browser', byBrowser],
])('what %s filled in without an event is sent, and stays in the field', async (_, fill) => {
  sent.length = 0
  const { rerender } = render(<StateForm />)
  fill(field('email'), 'asha@device.example')
  submit()
  expect(sent).toEqual([{ email: 'asha@device.example' }])
  rerender(<StateForm />)
  expect(field('email').value).toBe('asha@device.example')
  cleanup()

  render(<LibraryForm />)
  fill(field('email'), 'ravi@device.example')
  fill(field('city'), 'delhi')
  submit()
  await expect.poll(() => sent.at(-1)).toEqual({ email: 'ravi@device.example', city: 'delhi' })
})

test('a button that waits for a value is enabled as soon as the person goes on in the form', () => {
  render(<StateForm />)
  byBrowser(field('email'), 'asha@device.example')
  fireEvent.pointerOver(field('email'))
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false)
})

/** A field that keeps only digits. */
function DigitsForm() {
  const [digits, setDigits] = useState('')
  return (
    <Form>
      <TextInput
        aria-label="digits"
        value={digits}
        onChange={({ target }) => setDigits(target.value.replaceAll('-', ''))}
      />
    </Form>
  )
}

test('a person can go on typing in the middle of a text that its field has changed', () => {
  render(<DigitsForm />)
  const digits = field('digits')
  fireEvent.change(digits, { target: { value: '123-456' } })
  expect(digits.value).toBe('123456')
  digits.setSelectionRange(1, 3, 'backward')
  fireEvent.keyDown(digits, { key: '9' })
  expect([digits.selectionStart, digits.selectionEnd, digits.selectionDirection]).toEqual([1, 3, 'backward'])
})

test('every form of the app is a Form', () => {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const screens = files.filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  expect(screens.length).toBeGreaterThan(100)
  const own = screens.filter((file) => /<form\b/.test(readFileSync(join(root, file), 'utf8')))
  expect(own).toEqual([join('ui', 'forms', 'form.tsx')])
})
