import { cleanup, type RenderResult, render } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { dayOf } from '#model'
import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../../design-docs/model/catalogue/sample-catalogue.ts'
import { noteComplete } from '../data/local/initial-sync-flag.ts'
import type { AccountSummary } from '../data/local/session-state.ts'
import { replaceDataLayer } from '../data/runtime/current-data-layer.ts'
import { aCompany } from './documents.ts'
import { type TestDevice, testDevice } from './test-device.ts'

export interface LocalData {
  /** Documents of the mailbox. */
  documents?: readonly object[]
  /** Used instead of the sample catalogue. */
  catalogue?: readonly object[]
  account?: AccountSummary
  /** Rows of the admins' feed; without them, the account reads no feed. */
  adminRows?: readonly object[]
  /** Rows of the city's open deliveries; without them, the account reads no such feed. */
  deliveryRows?: readonly object[] | undefined
  /** Rows of the suppliers' feed; without them, the account reads no such feed. */
  bulkRows?: readonly object[] | undefined
  /** The account's mailbox has not fully arrived yet. */
  isArriving?: boolean
  /** The catalogue has not fully arrived yet. */
  isCatalogueArriving?: boolean
  device?: TestDevice
}

const opened: TestDevice[] = []

/** Unmounts all screens of a test, and closes its devices. */
export async function cleanUp(): Promise<void> {
  cleanup()
  for (const device of opened.splice(0)) await device.close()
  replaceDataLayer(undefined)
}

/** Renders a page of a device that has these documents and never reaches a server. */
export async function renderWithLocalData(
  screen: ReactNode,
  data: LocalData = {},
): Promise<RenderResult & { device: TestDevice }> {
  const device = await openLocalData(data)
  return { ...render(<StrictMode>{screen}</StrictMode>), device }
}

/** Opens only the device, for tests that render in their own way. */
export async function openLocalData({
  documents = [],
  catalogue = [...SAMPLE_FLOWERS, ...SAMPLE_FLORISTS],
  account,
  adminRows,
  deliveryRows,
  bulkRows,
  isArriving = false,
  isCatalogueArriving = false,
  device = testDevice(),
}: LocalData = {}): Promise<TestDevice> {
  opened.push(device)
  const feedDay = dayOf(device.now()).replaceAll('-', '')
  const feeds = [
    { name: 'admin', database: 'feed-admin-1', rows: adminRows },
    { name: 'deliveries', database: `feed-deliveries-jaipur-${feedDay}`, rows: deliveryRows },
    { name: 'bulk', database: 'feed-bulk-1-test', rows: bulkRows },
  ].flatMap(({ rows, ...feed }) => (rows ? [{ rows, feed }] : []))
  if (account)
    device.sessionState.set({
      ...device.sessionState.get(),
      signedIn: {
        ...{ account, mailbox: { name: 'mailbox-test', generation: 1 } },
        ...(feeds.length > 0 && { feeds: feeds.map(({ feed }) => feed) }),
      },
    })
  for (const { rows, feed } of feeds) {
    const { db } = device.databases.openFeed(feed.database)
    await db.bulkDocs([...rows])
    await noteComplete(db, new Date().toISOString())
  }
  await device.databases.mailbox().db.bulkDocs([...documents])
  await device.databases.catalogue.db.bulkDocs([aCompany(), ...catalogue])
  const now = new Date().toISOString()
  if (!isCatalogueArriving) await noteComplete(device.databases.catalogue.db, now)
  if (!isArriving) await noteComplete(device.databases.mailbox().db, now)
  replaceDataLayer(device)
  return device
}
