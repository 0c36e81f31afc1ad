// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, test } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { aUlid } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { ChangeScreen } from './editing/change.tsx'
import { InvoiceScreen } from './invoice/invoice.tsx'
import { ReportScreen } from './report/report.tsx'
import { TrackingScreen } from './tracking/tracking.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

for (const [name, Screen] of Object.entries({ TrackingScreen, InvoiceScreen, ChangeScreen, ReportScreen }))
  for (const isArriving of [true, false])
    test(`${name}: an order that is not here ${isArriving ? 'may still be arriving' : 'is not on this phone'}`, async () => {
      await renderWithLocalData(
        <MemoryRouter initialEntries={[`/order/${aUlid()}`]}>
          <Routes>
            <Route path="/order/:orderId" element={<Screen />} />
          </Routes>
        </MemoryRouter>,
        { account, isArriving },
      )
      const title = isArriving ? 'Your orders are still arriving' : 'This order is not on this phone'
      await screen.findByText(title)
    })
