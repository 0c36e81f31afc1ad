import { expect, onTestFinished, test } from 'vitest'
import { testDevice } from '../../testing/test-device.ts'
import { replaceDataLayer } from '../runtime/current-data-layer.ts'
import { answerDraft } from './desk-drafts.ts'

test('answers that were begun to several messages are all kept', async () => {
  const device = testDevice()
  replaceDataLayer(device)
  onTestFinished(async () => {
    replaceDataLayer(undefined)
    await device.close()
  })
  answerDraft.save('ticket:1', 'At noon.')
  answerDraft.save('ticket:2', 'We are')
  expect([answerDraft.get('ticket:1'), answerDraft.get('ticket:2'), answerDraft.get('ticket:3')]).toEqual([
    'At noon.',
    'We are',
    '',
  ])
  answerDraft.save('ticket:1', '')
  expect([answerDraft.get('ticket:1'), answerDraft.get('ticket:2')]).toEqual(['', 'We are'])
})
