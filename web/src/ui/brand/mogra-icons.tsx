import { createLucideIcon } from 'lucide-react'

// Two icons of our own, because the icon set has none that fits: five petals for the shop, our basket for the cart.

export const ShopIcon = createLucideIcon('mogra-shop', [
  ['circle', { cx: '12', cy: '12', r: '2.3', key: 'eye' }],
  [
    'path',
    {
      d: 'M12 9.7C9 7.5 9.5 3.5 12 2.8c2.500.7 3 4.700 0 6.900ZM14.200 11.300c1.200-3.500 5.100-4.200 6.600-2.100.1 2.600-3.600 4.300-6.600 2.100ZM13.400 13.900c3.700 0 5.500 3.500 3.900 5.600-2.500.7-5.200-2.200-3.900-5.600ZM10.600 13.900c1.300 3.400-1.400 6.300-3.900 5.600-1.600-2.100.2-5.600 3.900-5.600ZM9.800 11.300c-3 2.200-6.700.5-6.600-2.100 1.500-2.100 5.400-1.400 6.600 2.100Z',
      key: 'petals',
    },
  ],
])

export const BasketIcon = createLucideIcon('mogra-basket', [
  [
    'path',
    {
      d: 'M4.500 9h15l-1.400 10a2 2 0 0 1-2 1.700H7.900a2 2 0 0 1-2-1.700L4.500 9ZM8.500 9a3.500 5.500 0 0 1 7 0M9.500 13v4M14.500 13v4',
      key: 'basket',
    },
  ],
])
