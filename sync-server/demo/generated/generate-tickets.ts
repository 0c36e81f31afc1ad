import { ulid } from 'ulid'
import type { SupportCategory } from '#model'
import { seededRandom } from './seeded-random.ts'

export interface MadeUpTicket {
  /** ULIDs, the same for the same seed: a ticket is written once. */
  id: string
  answerId: string
  category: SupportCategory
  subject: string
  message: string
  /** Absent if it still waits for an answer. */
  answer?: string
  /** How long before the demo's first start it was written. */
  ageMs: number
}

interface Topic {
  category: SupportCategory
  subject: string
  message: string
  answer: string
}

const TOPICS: readonly Topic[] = [
  {
    category: 'delivery',
    subject: 'Can you deliver before eight?',
    message: 'My mother leaves for the temple at 8 AM. Can the marigolds be at her door before that?',
    answer: 'Yes. Please choose the morning and write the time into the message; the florist ties them at six.',
  },
  {
    category: 'order',
    subject: 'गुलदस्ते में लिली जोड़नी है',
    message: 'मैंने कल के लिए गुलाब मँगाए हैं। क्या उसी गुलदस्ते में दो सफ़ेद लिली भी जुड़ सकती हैं?',
    answer: 'जी हाँ। 30 मिनट के भीतर ऑर्डर बदला जा सकता है; हमने फूलवाले को भी बता दिया है।',
  },
  {
    category: 'payment',
    subject: 'Invoice for our office',
    message: 'We order twelve bouquets every month. Do we get one invoice for all of them?',
    answer: 'Each order has its own invoice, which you find below the order. A monthly one is not possible yet.',
  },
  {
    category: 'general',
    subject: 'How long do the tulips last?',
    message: 'The tulips were lovely. How do I keep them fresh for the whole week?',
    answer: 'Fresh, cold water every second day, and a cut of one centimetre. Then they last for a week.',
  },
]
const HOUR_MS = 3_600_000
/** Only the ids depend on it. */
const WRITTEN_AT = Date.parse('2026-11-01T00:00:00Z')

/** Makes up messages to support, the same for the same seed: every second one has been answered. */
export function generateTickets(count: number, seed: number): MadeUpTicket[] {
  const random = seededRandom(seed)
  const first = Math.floor(random() * TOPICS.length)
  return Array.from({ length: count }, (_, n) => {
    const { answer, ...topic } = TOPICS[(first + n) % TOPICS.length] as Topic
    const [id, answerId] = [ulid(WRITTEN_AT, random), ulid(WRITTEN_AT, random)]
    const ageMs = Math.round((1 + random() * 5 + 24 * (n % 2)) * HOUR_MS)
    return { id, answerId, ...topic, ageMs, ...(n % 2 === 1 && { answer }) }
  })
}
