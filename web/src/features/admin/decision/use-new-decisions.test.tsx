// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { type IntentOf, intentId, ticketId } from '#model'
import { ticketDecisions } from '../../../data/admin/ticket-decisions.ts'
import { useLive } from '../../../data/use-live.ts'
import { aReceipt, aUlid } from '../../../testing/documents.ts'
import { openLocalData } from '../../../testing/render-with-local-data.tsx'
import { useNewDecisions } from './use-new-decisions.ts'

const AT = '2026-11-21T10:00:00.000Z'
const closing = (n: number): IntentOf<'settle-item'> => ({
  ...{ _id: intentId(aUlid(n)), type: 'intent', kind: 'settle-item', device: 'elsewhere', n, madeAt: AT },
  payload: { item: ticketId(aUlid(n)), version: 1, outcome: 'closed' },
})

test('decisions of before the screen opened are no news; each later one is', async () => {
  const device = await openLocalData({ documents: [closing(1), aReceipt(aUlid(1)), closing(2)] })
  const onNew = vi.fn()
  const { result } = renderHook(
    () => {
      useNewDecisions(ticketDecisions, onNew)
      return useLive(ticketDecisions).status
    },
    { wrapper: StrictMode },
  )
  await waitFor(() => expect(result.current).toBe('ready'))
  expect(onNew).not.toHaveBeenCalled()
  await act(() => device.databases.mailbox().db.put(aReceipt(aUlid(2))))
  await waitFor(() => expect(onNew).toHaveBeenCalledOnce())
})
