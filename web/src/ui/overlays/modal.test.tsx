// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { Dialog } from './modal.tsx'

// As browsers do: a closed dialog gives the focus back, and one that is no longer in the page does not.
HTMLDialogElement.prototype.showModal = function showModal() {
  const { activeElement } = document
  this.open = true
  this.close = () => {
    this.open = false
    if (this.isConnected && activeElement instanceof HTMLElement) activeElement.focus()
  }
}
beforeAll(startLanguage)

function Screen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog open title="Question" onClose={() => setOpen(false)}>
          <button type="button" onClick={() => setOpen(false)}>
            Answer
          </button>
        </Dialog>
      )}
    </>
  )
}

test('a dialog that is unmounted while it is open gives the focus back', async () => {
  render(
    <StrictMode>
      <Screen />
    </StrictMode>,
  )
  const opener = screen.getByText('Open')
  opener.focus()
  fireEvent.click(opener)
  const answer = screen.getByText('Answer')
  answer.focus()
  fireEvent.click(answer)
  expect(screen.queryByText('Answer')).toBeNull()
  expect(document.activeElement).toBe(opener)
})
