import type { Category, Occasion } from '#model'

/** Other names of a category, in both languages; words that sound the same need no second entry. */
export const CATEGORY_SYNONYMS: Record<Category, string> = {
  roses: 'roses गुलाब',
  lilies: 'lilies lily लिली कुमुदिनी',
  tulips: 'tulips ट्यूलिप',
  orchids: 'orchids ऑर्किड',
  sunflowers: 'sunflowers sun flowers सूरजमुखी',
  carnations: 'carnations कार्नेशन',
  gerberas: 'gerberas daisies जरबेरा',
  'mixed-bouquets': 'mixed bouquets assorted गुलदस्ते मिले जुले फूल',
}

export const OCCASION_SYNONYMS: Record<Occasion, string> = {
  birthday: 'birthday bday जन्मदिन सालगिरह',
  anniversary: 'anniversary सालगिरह',
  wedding: 'wedding marriage शादी विवाह',
  congratulations: 'congratulations congrats बधाई मुबारक',
  'get-well-soon': 'get well soon recovery hospital जल्द ठीक सेहत',
  'love-romance': 'love romance valentine प्यार इश्क़ रोमांस',
  sympathy: 'sympathy condolence funeral संवेदना शोक',
  'just-because': 'just because यूँ ही',
}

/** Other flowers in bouquets, each with its names. */
export const OTHER_FLOWERS: readonly string[] = [
  'marigold गेंदा',
  'jasmine मोगरा चमेली बेला',
  'tuberose रजनीगंधा',
  'chrysanthemum गुलदाउदी शेवंती',
  'lotus कमल',
  'frangipani champa चंपा',
  'hibiscus गुड़हल',
  'gladiolus ग्लेडियोलस',
  'dahlia डहेलिया',
  'aster ऐस्टर',
  'anthurium एंथूरियम',
  'hydrangea हाइड्रेंजिया',
  'lavender लैवेंडर',
  'peony पियोनी',
  'gypsophila जिप्सोफ़िला',
]

/** Emoji of flowers and of occasions, each with a word that finds them. */
const EMOJI: Record<string, string> = {
  ...{ '🌹': 'roses', '🥀': 'roses', '🌷': 'tulips', '🌻': 'sunflowers', '🌼': 'daisies', '🌺': 'hibiscus' },
  ...{ '🪷': 'lotus', '💐': 'bouquets', '🎂': 'birthday', '💍': 'wedding', '❤': 'love', '🙏': 'sympathy' },
}

export const emojiToWords = (text: string): string =>
  text.replace(/\p{Extended_Pictographic}/gu, (emoji) => ` ${EMOJI[emoji] ?? ''} `)
