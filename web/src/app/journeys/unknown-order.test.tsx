// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, test } from 'vitest'
import { InvoiceScreen } from '../../features/invoice/invoice.tsx'
import { OrderChangeScreen } from '../../features/order-change/order-change.tsx'
import { OrderReportScreen } from '../../features/order-report/order-report.tsx'
import { OrderTrackingScreen } from '../../features/order-tracking/order-tracking.tsx'
import { startLanguage } from '../../i18n/start.ts'
import { aUlid } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

for (const [name, Screen] of Object.entries({
  OrderTrackingScreen,
  InvoiceScreen,
  OrderChangeScreen,
  OrderReportScreen,
}))
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
