import { expect, test } from 'vitest'
import { screenAddress } from './screen-address.ts'

const of = (link: string) => screenAddress(new URL(link, 'https://mogra.example'))

test.each([
  // As a mail carries it, and as mails did.
  '/order-tracking/01HF00000000000000000000AB',
  '/#/order-tracking/01HF00000000000000000000AB',
  // As mail gateways hand it on.
  '/%23/order-tracking/01HF00000000000000000000AB',
  '/%2523/order-tracking/01HF00000000000000000000AB',
  '/%23%2Forder-tracking%2F01HF00000000000000000000AB',
  // As the service and a worker that knows nothing of it lead on.
  '/#/%23/order-tracking/01HF00000000000000000000AB',
  '/index.html#/order-tracking/01HF00000000000000000000AB',
  // As chat programs make links of sentences.
  ...['.', ')', ').', '!', ',', '”', '।', '*', '%29', '%E0%A5%A4', '>', '"'].flatMap((sign) => [
    `/order-tracking/01HF00000000000000000000AB${sign}`,
    `/#/order-tracking/01HF00000000000000000000AB${sign}`,
    `/%23/order-tracking/01HF00000000000000000000AB${sign}`,
  ]),
])('%s leads to the order', (link) => {
  expect(of(link)).toBe('/order-tracking/01HF00000000000000000000AB')
})

test.each([
  '/verify-email?token=a-token_&email=asha%2Bx%40mogra.example',
  '/#/verify-email?token=a-token_&email=asha%2Bx%40mogra.example).',
  '/%23/verify-email?token=a-token_&email=asha%2Bx%40mogra.example.',
  '/%23/verify-email%3Ftoken%3Da-token_%26email%3Dasha%2Bx%40mogra.example',
])('%s keeps token and e-mail', (link) => {
  expect(of(link)).toBe('/verify-email?token=a-token_&email=asha%2Bx%40mogra.example')
})

test('what a person typed into a search stays, and so does the home page', () => {
  expect(of('/#/browse?q=roses+%28pink%29')).toBe('/browse?q=roses+%28pink%29')
  expect(of('/?utm_source=mail')).toBe('')
  expect(of('/#main')).toBe('')
  expect(of('/#/')).toBe('/')
})
