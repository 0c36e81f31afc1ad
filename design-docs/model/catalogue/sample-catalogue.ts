import type { LocalisedText } from '../values/values.ts'
import type { Florist } from './florist.ts'
import type { Flower } from './flower.ts'

const text = (en: string, hi: string): LocalisedText => ({ en, hi })

type Place = Pick<Florist, 'address' | 'area' | 'pincode' | 'phone'>

const florist = (id: string, en: string, hi: string, city: string, place: Place): Florist => ({
  _id: `florist:${id}`,
  type: 'florist',
  name: text(en, hi),
  city,
  ...place,
})

const petals = florist('petal-lane', 'Petal Lane', 'पेटल लेन', 'mumbai', {
  ...{ address: '12, Ranade Road, Dadar West', area: 'Dadar', pincode: '400028', phone: '+912224301128' },
})
const gulab = florist('gulab-bagh', 'Gulab Bagh Florist', 'गुलाब बाग़ फ़्लोरिस्ट', 'jaipur', {
  ...{ address: '4, Tonk Road, Bapu Nagar', area: 'Bapu Nagar', pincode: '302015', phone: '+911412701140' },
})
const amer = florist('amer-nursery', 'Amer Nursery', 'आमेर नर्सरी', 'delhi', {
  ...{ address: '31, Aurobindo Marg, Hauz Khas', area: 'Hauz Khas', pincode: '110016', phone: '+911126850031' },
})
const nandi = florist('nandi-blooms', 'Nandi Blooms', 'नंदी ब्लूम्स', 'bangalore', {
  ...{ address: '77, 12th Main, Indiranagar', area: 'Indiranagar', pincode: '560038', phone: '+918025280077' },
})
const deccan = florist('deccan-flowers', 'Deccan Flowers', 'डेक्कन फ़्लावर्स', 'hyderabad', {
  ...{ address: '9, Road No. 12, Banjara Hills', area: 'Banjara Hills', pincode: '500034', phone: '+914023350009' },
})
const marina = florist('marina-flowers', 'Marina Flowers', 'मरीना फ़्लावर्स', 'chennai', {
  ...{ address: '5, Pondy Bazaar, T. Nagar', area: 'T. Nagar', pincode: '600017', phone: '+914424340005' },
})

export const SAMPLE_FLORISTS: readonly Florist[] = [petals, gulab, amer, nandi, deccan, marina]

const sold = (by: Florist) => ({ florist: by._id, floristName: by.name, city: by.city })
const SAME_DAY = text('Same-day delivery', 'उसी दिन डिलीवरी')
const CARD = text('Free message card', 'मुफ़्त संदेश कार्ड')
const HAND_TIED = text('Tied by hand this morning', 'आज सुबह हाथ से बाँधा गया')
const WEEK = text('Stays fresh for a week', 'एक हफ़्ते तक ताज़ा')

/** The eight bouquets of the demo, one for each category and each occasion. */
export const SAMPLE_FLOWERS: readonly Flower[] = [
  {
    _id: 'flower:red-roses',
    type: 'flower',
    name: text('Red Roses Bouquet', 'लाल गुलाब का गुलदस्ता'),
    description: text(
      'Twelve long-stem red roses, tied this morning and wrapped in printed paper. The bouquet that needs no words.',
      'लंबी डंडी वाले बारह लाल गुलाब, आज सुबह बाँधे गए और छपे काग़ज़ में लिपटे हुए। ऐसा गुलदस्ता जिसे शब्दों की ज़रूरत नहीं।',
    ),
    priceRupees: 899,
    originalPriceRupees: 1199,
    category: 'roses',
    occasion: 'love-romance',
    image: 'red-roses',
    alt: text('Red roses wrapped in printed paper', 'छपे काग़ज़ में लिपटे लाल गुलाब'),
    rating: 4.8,
    reviews: 128,
    ...sold(petals),
    deliveryHours: { from: 2, to: 4 },
    inStock: true,
    features: [HAND_TIED, SAME_DAY, CARD],
  },
  {
    _id: 'flower:white-lilies',
    type: 'flower',
    name: text('White Lilies', 'सफ़ेद लिली'),
    description: text(
      'Six stems of white lilies, some still in bud, in a blue pot. Their scent fills a room for days.',
      'नीले गमले में सफ़ेद लिली की छह डंडियाँ, कुछ अभी कलियाँ ही हैं। इनकी ख़ुशबू कई दिन तक कमरे को महकाती है।',
    ),
    priceRupees: 1099,
    category: 'lilies',
    occasion: 'sympathy',
    image: 'white-lilies',
    alt: text('White lilies and their buds in a blue pot', 'नीले गमले में सफ़ेद लिली और उनकी कलियाँ'),
    rating: 4.7,
    reviews: 86,
    ...sold(amer),
    deliveryHours: { from: 3, to: 5 },
    inStock: true,
    features: [WEEK, SAME_DAY, CARD],
  },
  {
    _id: 'flower:tulips',
    type: 'flower',
    name: text('Pink Tulips', 'गुलाबी ट्यूलिप'),
    description: text(
      'Ten pink tulips from the Kashmir valley, hand-tied with a marigold ribbon.',
      'कश्मीर घाटी के दस गुलाबी ट्यूलिप, गेंदे के रंग के फ़ीते से हाथ से बाँधे हुए।',
    ),
    priceRupees: 1299,
    originalPriceRupees: 1499,
    category: 'tulips',
    occasion: 'anniversary',
    image: 'tulips',
    alt: text('Pink tulips tied with a ribbon', 'फ़ीते से बँधे गुलाबी ट्यूलिप'),
    rating: 4.6,
    reviews: 64,
    ...sold(nandi),
    deliveryHours: { from: 3, to: 6 },
    inStock: true,
    features: [HAND_TIED, text('Grown in Kashmir', 'कश्मीर में उगाए गए'), CARD],
  },
  {
    _id: 'flower:orchids',
    type: 'flower',
    name: text('Purple Orchids', 'बैंगनी ऑर्किड'),
    description: text(
      'A living orchid with two arching stems in a clay pot. Flowers for six weeks with a little water.',
      'मिट्टी के गमले में दो झुकी डंडियों वाला जीवित ऑर्किड। थोड़े-से पानी से छह हफ़्ते तक खिला रहता है।',
    ),
    priceRupees: 1599,
    category: 'orchids',
    occasion: 'congratulations',
    image: 'orchids',
    alt: text('An orchid with two arching stems in a clay pot', 'मिट्टी के गमले में दो झुकी डंडियों वाला ऑर्किड'),
    rating: 4.9,
    reviews: 41,
    ...sold(marina),
    deliveryHours: { from: 4, to: 6 },
    inStock: true,
    features: [text('A living plant', 'जीवित पौधा'), text('Flowers for six weeks', 'छह हफ़्ते तक खिलता है'), CARD],
  },
  {
    _id: 'flower:sunflowers',
    type: 'flower',
    name: text('Sunflower Sunshine', 'सूरजमुखी की धूप'),
    description: text(
      'Three large sunflowers and their leaves in a blue printed jug. A small sun on the table.',
      'नीले छपे जग में तीन बड़े सूरजमुखी और उनकी पत्तियाँ। मेज़ पर एक छोटा-सा सूरज।',
    ),
    priceRupees: 749,
    originalPriceRupees: 899,
    category: 'sunflowers',
    occasion: 'birthday',
    image: 'sunflowers',
    alt: text('Three sunflowers in a blue jug', 'नीले जग में तीन सूरजमुखी'),
    rating: 4.7,
    reviews: 97,
    ...sold(deccan),
    deliveryHours: { from: 2, to: 4 },
    inStock: true,
    features: [SAME_DAY, WEEK, CARD],
  },
  {
    _id: 'flower:carnations',
    type: 'flower',
    name: text('Carnation Comfort', 'कार्नेशन की राहत'),
    description: text(
      'Carnations in deep red and pink with fresh greens. They keep for two weeks beside a sick bed.',
      'गहरे लाल और गुलाबी कार्नेशन, ताज़ी हरियाली के साथ। बीमार के सिरहाने दो हफ़्ते तक टिकते हैं।',
    ),
    priceRupees: 649,
    category: 'carnations',
    occasion: 'get-well-soon',
    image: 'carnations',
    alt: text('Red and pink carnations in folded paper', 'तह किए काग़ज़ में लाल और गुलाबी कार्नेशन'),
    rating: 4.5,
    reviews: 73,
    ...sold(gulab),
    deliveryHours: { from: 2, to: 5 },
    inStock: true,
    features: [text('Keeps for two weeks', 'दो हफ़्ते तक टिकते हैं'), SAME_DAY, CARD],
  },
  {
    _id: 'flower:gerberas',
    type: 'flower',
    name: text('Gerbera Joy', 'जरबेरा की ख़ुशी'),
    description: text(
      'Seven gerberas in every warm colour, in a brass lota. For no reason at all.',
      'पीतल के लोटे में हर गर्म रंग के सात जरबेरा। बिना किसी वजह के।',
    ),
    priceRupees: 599,
    originalPriceRupees: 699,
    category: 'gerberas',
    occasion: 'just-because',
    image: 'gerberas',
    alt: text('Seven bright gerberas in a brass pot', 'पीतल के बर्तन में सात चमकीले जरबेरा'),
    rating: 4.4,
    reviews: 152,
    ...sold(petals),
    deliveryHours: { from: 2, to: 4 },
    inStock: false,
    features: [HAND_TIED, SAME_DAY, CARD],
  },
  {
    _id: 'flower:mixed-bouquet',
    type: 'flower',
    name: text('Mixed Bouquet', 'मिला-जुला गुलदस्ता'),
    description: text(
      'Roses, tulips, marigolds and jasmine in a cane basket: a whole garden in two hands.',
      'बेंत की टोकरी में गुलाब, ट्यूलिप, गेंदा और मोगरा: दो हाथों में पूरा बग़ीचा।',
    ),
    priceRupees: 999,
    originalPriceRupees: 1249,
    category: 'mixed-bouquets',
    occasion: 'wedding',
    image: 'mixed-bouquet',
    alt: text('Roses, tulips, marigolds and jasmine in a cane basket', 'बेंत की टोकरी में गुलाब, ट्यूलिप, गेंदा और मोगरा'),
    rating: 4.9,
    reviews: 211,
    ...sold(petals),
    deliveryHours: { from: 2, to: 4 },
    inStock: true,
    features: [HAND_TIED, SAME_DAY, CARD],
  },
]
