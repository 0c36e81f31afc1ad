// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { startLanguage } from '../i18n/start.ts'
import { BasketIcon } from './brand/mogra-icons.tsx'
import { Button } from './buttons/button.tsx'
import { IconButton } from './buttons/icon-button.tsx'
import { Stepper } from './buttons/stepper.tsx'
import { LiveRegion } from './feedback/live-region.tsx'
import { Drawing } from './flowers/drawing.tsx'
import { ChipGroup } from './forms/choices.tsx'
import { Field } from './forms/field.tsx'
import { TextInput } from './forms/text-input.tsx'
import { SyncStages } from './progress/sync-stages.tsx'
import { Failed } from './states/failed.tsx'

function Categories() {
  const [value, setValue] = useState('roses')
  const options = ['roses', 'lilies'].map((name) => ({ value: name, label: name }))
  return <ChipGroup legend="Category" options={options} value={value} onChange={setValue} />
}

/** Renders at once at each press. */
function Answer() {
  const [presses, setPresses] = useState(0)
  return (
    <>
      <Button onClick={() => flushSync(() => setPresses(presses + 1))}>Ask</Button>
      {presses > 0 && <LiveRegion>Your code is late</LiveRegion>}
    </>
  )
}

beforeAll(startLanguage)

describe('a button', () => {
  it('ignores presses while busy, and keeps its place in the tab order', () => {
    const onClick = vi.fn()
    render(
      <Button busy busyLabel="Processing…" onClick={onClick}>
        Pay
      </Button>,
    )
    const button = screen.getByRole('button')
    fireEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button.hasAttribute('disabled')).toBe(false)
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  it('does not submit a form while it is busy', () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Pay
        </Button>
      </form>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('exposes a toggle’s state beside its label', () => {
    render(<IconButton icon={BasketIcon} label="Favourite: Red Roses" pressed />)
    expect(screen.getByRole('button', { name: 'Favourite: Red Roses' }).getAttribute('aria-pressed')).toBe('true')
  })
})

describe('a field', () => {
  it('ties its label and its error to the input', () => {
    render(
      <Field label="Phone" error="Enter all 10 digits.">
        {(control) => <TextInput {...control} />}
      </Field>,
    )
    const input = screen.getByLabelText('Phone')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const note = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('Enter all 10 digits.')
  })

  it('is not invalid because of a warning', () => {
    render(
      <Field label="PIN code" warning="Please check." optional>
        {(control) => <TextInput {...control} />}
      </Field>,
    )
    const input = screen.getByLabelText('PIN code (optional)')
    expect(input.hasAttribute('aria-invalid')).toBe(false)
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Please check.')
  })
})

describe('a group of chips', () => {
  it('is a named set of radio buttons with one chosen', () => {
    render(<Categories />)
    expect(screen.getByRole('group', { name: 'Category' })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'lilies' }))
    expect(screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.checked)).toEqual([false, true])
  })
})

describe('a stepper', () => {
  it('stops at its minimum', () => {
    const onChange = vi.fn()
    render(<Stepper label="Red Roses" value={1} onChange={onChange} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One fewer: Red Roses' }).disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'One more: Red Roses' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(2, 1)
  })

  it('says that the last press removes the item if the minimum is 0', () => {
    const onChange = vi.fn()
    render(<Stepper label="Red Roses" value={1} min={0} onChange={onChange} />)
    fireEvent.click(screen.getByRole('button', { name: 'Remove: Red Roses' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(0, -1)
  })
})

describe('a live region', () => {
  it.each(['status', 'alert'] as const)(
    'with role %s is in the page before its text, also at the first rendering',
    (role) => {
      const watcher = new MutationObserver(() => undefined)
      watcher.observe(document.body, { childList: true, subtree: true })
      render(<LiveRegion role={role}>Your code is late</LiveRegion>)
      const region = screen.getByRole(role)
      const arrivals = watcher.takeRecords().filter(({ target }) => target === region)
      watcher.disconnect()
      expect(arrivals).toHaveLength(1)
      expect(region.textContent).toBe('Your code is late')
    },
  )

  it('gets its text in a later turn, also if the screen renders again at once', async () => {
    render(<Answer />)
    // Without `act`, React updates as in a browser.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    screen.getByRole('button').click()
    screen.getByRole('button').click()
    expect(screen.getByRole('status').textContent).toBe('')
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Your code is late'))
    vi.unstubAllGlobals()
  })
})

describe('the sync stages', () => {
  const labels = { saved: 'Saved on this phone', sent: 'Sent', confirmed: 'Confirmed' }
  const steps = () => screen.getAllByRole('listitem').map((step) => step.textContent?.trim())

  it('say in words which steps are still ahead', () => {
    render(<SyncStages stage="sent" labels={labels} notes={{ saved: '10:42 am' }} />)
    expect(steps()).toEqual(['Saved on this phone10:42 am', 'Sent', 'Confirmed (not yet)'])
  })

  it('show the failure in the place of the second stage', () => {
    render(<SyncStages stage="failed" labels={labels} />)
    expect(steps()).toEqual(['Saved on this phone', 'Could not send', 'Confirmed (not yet)'])
  })
})

describe('a drawing', () => {
  it('that is missing is replaced by a warning triangle with its name', () => {
    const { container } = render(<Drawing src="/lost.svg" alt="A lost rose" />)
    fireEvent.error(screen.getByRole('img', { name: 'A lost rose' }))
    expect(screen.getByRole('img', { name: 'A lost rose' }).querySelector('.lucide-triangle-alert')).not.toBeNull()
    expect(container.querySelector('img')).toBeNull()
  })

  it('is loaded again when its file changes', () => {
    const { rerender } = render(<Drawing src="/lost.svg" alt="A rose" />)
    fireEvent.error(screen.getByRole('img'))
    rerender(<Drawing src="/flowers/red-roses.svg" alt="A rose" />)
    expect(screen.getByRole('img').getAttribute('src')).toBe('/flowers/red-roses.svg')
  })
})

it.each(['', 'Error', 'error.', ' Error: '])(
  'a failure with the text %j shows no details, because it has none',
  (text) => {
    render(<Failed error={new Error(text)} />)
    screen.getByText('Something went wrong')
    expect(screen.queryByText('Details for support')).toBeNull()
  },
)

it.each(['Error 507', 'कनेक्शन टूट गया'])('a failure with the text %j shows it to people who ask for help', (text) => {
  render(<Failed error={new Error(text)} />)
  screen.getByText(text)
})
