import { expect, test } from 'vitest'
import { addressLine } from './place-order.ts'

test.each(['14, Bapu Nagar', '14, Bapu Nagar, ', '14, Bapu Nagar,\n,'])(
  'the address "%s" is written on one line with its city',
  (address) => {
    expect(addressLine({ address, city: 'jaipur', pincode: '302015' }, 'en')).toBe('14, Bapu Nagar, Jaipur 302015')
  },
)
