import { type Address, addressKey, savedAddress } from '#model'
import { asPushed, orderOf } from '../../testing/device.ts'
import { denied, type Forgery, taken } from './forgeries.ts'

const { address: home } = orderOf()
const UPDATED_AT = '2026-11-21T10:00:00.000Z'

/** A saved address as a phone writes it; `more` adds what no phone would write. */
function saved(address: Address, device: string, more: object = {}) {
  const key = addressKey(address)
  const own = { type: 'address', device, key, address, updatedAt: UPDATED_AT }
  return { _id: savedAddress.id(key, device), ...own, ...more }
}
const remembered = (more: object = {}) => saved(home, 'phone', more)
/** Saved under the right key, so that only the address itself is wrong. */
const wrong = (more: object) => saved({ ...home, ...more }, 'phone')
const otherKey = '0123456789abcdef'

const forgeriesOfOne: [name: string, doc: object][] = [
  ['of another device', remembered({ device: 'tablet' })],
  ['under another device’s id', remembered({ _id: savedAddress.id(addressKey(home), 'tablet') })],
  ['of nobody’s device', saved(home, '')],
  ['under another key', remembered({ key: otherKey, _id: savedAddress.id(otherKey, 'phone') })],
  ['that was changed under its key', remembered({ address: { ...home, address: '1, Elsewhere' } })],
  ['with a key in capitals', remembered({ key: addressKey(home).toUpperCase() })],
  ['with a key that climbs', remembered({ key: '../../account', _id: 'address:../../account:phone' })],
  ['without a key', remembered({ key: undefined })],
  ['of another type', remembered({ type: 'account' })],
  ['of another account', remembered({ account: 'of-the-victim' })],
  ['with an attachment', remembered({ _attachments: { a: { data: 'eA==', content_type: 'text/plain' } } })],
  ['with an unknown member', wrong({ isVerified: true })],
  ['of 5,000 letters', wrong({ address: 'x'.repeat(5_000) })],
  ['of 33 KB', wrong({ landmark: 'x'.repeat(33_000) })],
  ['in no city', wrong({ city: 'Atlantis' })],
  ['with a PIN code of 21 digits', wrong({ pincode: '1'.repeat(21) })],
  ['with a telephone of 41 digits', wrong({ phone: '1'.repeat(41) })],
  ['of nobody', wrong({ name: ' ' })],
  ['that is a list', remembered({ address: [home] })],
  ['that is a text', remembered({ address: 'home' })],
  ['of a strange time', remembered({ updatedAt: 'tomorrow' })],
]

/** Forged addresses: of all their data, people would least want their address to be changed. */
export const forgedAddresses: readonly Forgery[] = [
  ...forgeriesOfOne.map(([name, doc]) => denied(`an address ${name}`, asPushed(doc))),
  denied('a tombstone of an address with its contents', {
    ...asPushed(remembered(), 'c', 2),
    _deleted: true,
    city: 'x',
  }),
  denied(
    'a tombstone of another device’s address',
    asPushed(
      { _id: savedAddress.id(addressKey(home), 'tablet'), type: 'address', device: 'phone', _deleted: true },
      'c',
      2,
    ),
  ),
  taken('an address', asPushed(saved(home, 'own'))),
  taken('an address that is forgotten', asPushed(saved(home, 'own', { address: undefined }), 'b', 2)),
]

/** A valid address that is pushed to another person's mailbox. */
export const addressForOthers = JSON.stringify({ docs: [asPushed(remembered())], new_edits: false })
