import type { LocalisedText } from '../values/values.ts'

/** The English name is the value in documents, as the specification lists it. */
export const FLOWER_TYPES = [
  'Roses',
  'Lilies',
  'Tulips',
  'Orchids',
  'Sunflowers',
  'Carnations',
  'Gerberas',
  'Chrysanthemums',
  'Peonies',
  'Hydrangeas',
  "Baby's Breath",
  'Eucalyptus',
  'Mixed Seasonal Flowers',
] as const
export type FlowerType = (typeof FLOWER_TYPES)[number]

const HINDI: Record<FlowerType, string> = {
  Roses: 'गुलाब',
  Lilies: 'लिली',
  Tulips: 'ट्यूलिप',
  Orchids: 'ऑर्किड',
  Sunflowers: 'सूरजमुखी',
  Carnations: 'कार्नेशन',
  Gerberas: 'जरबेरा',
  Chrysanthemums: 'गुलदाउदी',
  Peonies: 'पियोनी',
  Hydrangeas: 'हाइड्रेंजिया',
  "Baby's Breath": 'जिप्सोफ़िला',
  Eucalyptus: 'यूकेलिप्टस',
  'Mixed Seasonal Flowers': 'मिले-जुले मौसमी फूल',
}

/** The name of a kind of flower, for screens and mails. */
export const flowerTypeName = (type: FlowerType): LocalisedText => ({ en: type, hi: HINDI[type] })
