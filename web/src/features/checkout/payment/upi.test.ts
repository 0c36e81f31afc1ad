import { expect, test } from 'vitest'
import { looksLikeUpiId, upiLink } from './upi.ts'

test("the UPI link has the exact amount in rupees and the payee's name", () => {
  const link = upiLink(994, 'M1', 'Mogra flowers')
  expect(link).toBe('upi://pay?pa=mogra%40example&pn=Mogra&am=994.00&cu=INR&tn=Mogra%20flowers&tr=M1')
})

test('a UPI ID is a name at a bank', () => {
  expect(['asha@okbank', ' 9829011420@ybl ', 'asha.r-1@icici', '९८२९०११४२०@ybl\u200B'].map(looksLikeUpiId)).toEqual(
    Array(4).fill(true),
  )
  expect(['asha', 'asha@', '@ybl', 'asha@example.com', 'a b@ybl', ''].map(looksLikeUpiId)).toEqual(Array(6).fill(false))
})
