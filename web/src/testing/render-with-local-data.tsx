import { type RenderResult, render } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../../design-docs/model/sample-catalogue.ts'
import { COMPLETENESS, type Completeness } from '../data/local/catalogue.ts'
import type { AccountSummary } from '../data/local/pointer.ts'
import { replaceHere } from '../data/page/here.ts'
import { changeLocal } from '../data/pouch/local-document.ts'
import { type TestDevice, testDevice } from './test-device.ts'

export interface LocalData {
  /** Of the mailbox. */
  documents?: readonly object[]
  /** Instead of the sample catalogue. */
  catalogue?: readonly object[]
  account?: AccountSummary
  device?: TestDevice
}

/** Renders as a page of a device that holds these documents and never hears from a server. */
export async function renderWithLocalData(
  screen: ReactNode,
  data: LocalData = {},
): Promise<RenderResult & { device: TestDevice }> {
  const device = await openLocalData(data)
  return { ...render(<StrictMode>{screen}</StrictMode>), device }
}

/** The device alone, for tests that render in their own way. */
export async function openLocalData({
  documents = [],
  catalogue = [...SAMPLE_FLOWERS, ...SAMPLE_FLORISTS],
  account,
  device = testDevice(),
}: LocalData = {}): Promise<TestDevice> {
  if (account)
    device.pointer.set({
      ...device.pointer.get(),
      signedIn: { account, mailbox: { name: 'mailbox-test', generation: 1 } },
    })
  await device.databases.mailbox().db.bulkDocs([...documents])
  await device.databases.catalogue.db.bulkDocs([...catalogue])
  await changeLocal<Completeness>(device.databases.catalogue.db, COMPLETENESS, {}, () => ({
    at: new Date().toISOString(),
  }))
  replaceHere(device)
  return device
}
