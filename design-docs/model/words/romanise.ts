const CONSONANTS: Record<string, string> = {
  ...{ क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'chh', ज: 'j', झ: 'jh', ञ: 'n', ट: 't', ठ: 'th' },
  ...{ ड: 'd', ढ: 'dh', ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n', प: 'p', फ: 'ph', ब: 'b', भ: 'bh' },
  ...{ म: 'm', य: 'y', र: 'r', ल: 'l', ळ: 'l', व: 'v', श: 'sh', ष: 'sh', स: 's', ह: 'h' },
}
const VOWELS: Record<string, string> = {
  ...{ अ: 'a', आ: 'aa', इ: 'i', ई: 'ee', उ: 'u', ऊ: 'oo', ऋ: 'ri', ए: 'e', ऐ: 'ai', ओ: 'o', औ: 'au', ऑ: 'o' },
  ...{ 'ा': 'aa', 'ि': 'i', 'ी': 'ee', 'ु': 'u', 'ू': 'oo', 'ृ': 'ri', 'े': 'e', 'ै': 'ai', 'ो': 'o', 'ौ': 'au' },
  ...{ 'ॉ': 'o', 'ॅ': 'e' },
}
const VIRAMA = '्'
const NASALS = /[ंँ]/
const INHERENT = 'a'

interface Syllable {
  consonant: string
  vowel: string
  /** The vowel "a", which is not written and often not spoken. */
  isInherent: boolean
  nasal: string
}

/** A Hindi word as people type it in Latin letters: गुलाब is "gulaab", सरगम "sargam". */
export function romanise(word: string): string {
  const syllables: Syllable[] = []
  // NFD separates nuktas from their letters; they are left out, because ग़ is typed as g.
  for (const sign of word.normalize('NFD').replaceAll('\u093c', '')) {
    const last = syllables.at(-1)
    const consonant = CONSONANTS[sign]
    const vowel = VOWELS[sign]
    if (consonant) syllables.push({ consonant, vowel: INHERENT, isInherent: true, nasal: '' })
    else if (vowel && last?.isInherent && !/[अ-औऑ]/.test(sign)) Object.assign(last, { vowel, isInherent: false })
    else if (vowel) syllables.push({ consonant: '', vowel, isInherent: false, nasal: '' })
    else if (sign === VIRAMA && last) Object.assign(last, { vowel: '', isInherent: false })
    else if (NASALS.test(sign) && last) last.nasal = 'n'
  }
  // Works from the end: an inherent vowel is silent at the end, and between two spoken syllables.
  for (let i = syllables.length - 1; i > 0; i -= 1) {
    const here = syllables[i]
    const next = syllables[i + 1]
    if (!here?.isInherent || here.nasal) continue
    if (!next || (next.consonant && next.vowel && syllables[i - 1]?.vowel)) here.vowel = ''
  }
  return syllables.map(({ consonant, vowel, nasal }) => consonant + vowel + nasal).join('')
}
