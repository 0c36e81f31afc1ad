import type { Category, LocalisedText, Occasion } from '#model'

export interface FlowerKind {
  /** Appended to the namesake of the bouquet: "Dawn" + "Roses", "भोर" + "के गुलाब". */
  name: LocalisedText
  /** The first sentence of the description. */
  opening: LocalisedText
  occasions: readonly Occasion[]
  rupees: { from: number; to: number }
}

const text = (en: string, hi: string): LocalisedText => ({ en, hi })

/** The names, prices and occasions of each category. */
export const FLOWER_KINDS: Record<Category, FlowerKind> = {
  roses: {
    name: text('Roses', 'के गुलाब'),
    opening: text('Long-stem roses in printed paper.', 'छपे काग़ज़ में लंबी डंडी वाले गुलाब।'),
    occasions: ['love-romance', 'love-romance', 'anniversary', 'birthday', 'wedding', 'just-because'],
    rupees: { from: 399, to: 1899 },
  },
  lilies: {
    name: text('Lilies', 'की लिली'),
    opening: text('Scented lilies, some still in bud.', 'ख़ुशबूदार लिली, कुछ अभी कलियाँ ही हैं।'),
    occasions: ['sympathy', 'sympathy', 'wedding', 'congratulations', 'get-well-soon'],
    rupees: { from: 599, to: 1799 },
  },
  tulips: {
    name: text('Tulips', 'के ट्यूलिप'),
    opening: text('Tulips tied by hand with a ribbon.', 'फ़ीते से हाथ से बाँधे हुए ट्यूलिप।'),
    occasions: ['anniversary', 'anniversary', 'love-romance', 'birthday', 'just-because'],
    rupees: { from: 799, to: 1999 },
  },
  orchids: {
    name: text('Orchids', 'के ऑर्किड'),
    opening: text('A living orchid in a clay pot.', 'मिट्टी के गमले में जीवित ऑर्किड।'),
    occasions: ['congratulations', 'congratulations', 'wedding', 'anniversary'],
    rupees: { from: 999, to: 2499 },
  },
  sunflowers: {
    name: text('Sunflowers', 'के सूरजमुखी'),
    opening: text('Large sunflowers and their leaves in a pot.', 'गमले में बड़े सूरजमुखी और उनकी पत्तियाँ।'),
    occasions: ['birthday', 'birthday', 'get-well-soon', 'congratulations', 'just-because'],
    rupees: { from: 399, to: 1299 },
  },
  carnations: {
    name: text('Carnations', 'के कार्नेशन'),
    opening: text('Carnations with fresh greens.', 'ताज़ी हरियाली के साथ कार्नेशन।'),
    occasions: ['get-well-soon', 'get-well-soon', 'sympathy', 'birthday'],
    rupees: { from: 299, to: 1099 },
  },
  gerberas: {
    name: text('Gerberas', 'के जरबेरा'),
    opening: text('Gerberas in every warm colour.', 'हर गर्म रंग के जरबेरा।'),
    occasions: ['just-because', 'just-because', 'birthday', 'get-well-soon', 'congratulations'],
    rupees: { from: 299, to: 999 },
  },
  'mixed-bouquets': {
    name: text('Bouquet', 'का गुलदस्ता'),
    opening: text('Roses, a lily, marigolds and jasmine.', 'गुलाब, लिली, गेंदा और मोगरा।'),
    occasions: ['wedding', 'wedding', 'birthday', 'anniversary', 'congratulations', 'just-because'],
    rupees: { from: 499, to: 1999 },
  },
}
