import { ulid } from 'ulid'
import type { Side } from '../../conversations/conversation-record.ts'
import { seededRandom } from './seeded-random.ts'

interface MadeUpMessage {
  /** The ULID of its intent. It is the same for the same seed, so that a message is written once. */
  id: string
  side: Side
  /**
   * Minutes after the delivery, the interest or the first message that the conversation is about; negative before it.
   */
  minutes: number
  text: string
}

export interface MadeUpConversation {
  messages: readonly MadeUpMessage[]
  /** Up to which message each of the two has read. */
  seen: Readonly<Record<Side, number>>
}

type Line = [side: Side, minutes: number, text: string]

/** About an order, by the minute of its delivery; the partner has not read the thanks. */
const ORDER: readonly Line[] = [
  ['counterpart', -42, 'Namaste, this is Ravi. I leave the shop with your flowers in ten minutes.'],
  ['owner', -38, 'Thank you! Please ring twice, my mother does not hear the first time.'],
  ['counterpart', -36, 'ठीक है, दो बार बजाऊँगा। गेट पर क्या नाम बताऊँ?'],
  ['owner', -33, 'Deshpande. गार्ड को पता है।'],
  ['counterpart', -6, 'I am at the gate.'],
  ['owner', -5, 'She is at home and waiting.'],
  ['counterpart', 2, 'Handed over. She was very happy.'],
  ['owner', 9, 'धन्यवाद, रवि! They look beautiful.'],
]
/** About a bulk request, by the minute of the interest; the buyer has not read the last message. */
const BULK: readonly Line[] = [
  ['counterpart', 4, 'Hello! For the wedding we would bring 350 red roses and 150 white lilies. In bud, or open?'],
  ['owner', 9, 'Half open, please. They have to look good until midnight.'],
  ['counterpart', 14, 'Then we cut them that morning and bring them in water. Are there buckets at the hall?'],
  ['owner', 20, 'No, please bring yours. Can you be there before noon? The decorators begin at one.'],
  ['counterpart', 26, 'Yes, at eleven. The lift is small: we need two people to help us carry.'],
  ['owner', 31, 'मैं दो लोग भेज दूँगी।'],
  ['counterpart', 38, 'बहुत अच्छा। You will have our price this evening.'],
]
/** With Mogra, by the minute of the first message; both have read everything. */
const SUPPORT: readonly Line[] = [
  ['owner', 0, 'My sister has two cats. Are lilies a problem for them?'],
  ['counterpart', 14, 'Yes, please do not send her any: lilies are poisonous for cats, even their pollen.'],
  ['owner', 17, 'Good that I asked! तो गुलाब ठीक हैं?'],
  ['counterpart', 21, 'जी हाँ, गुलाब और ऑर्किड दोनों ठीक हैं।'],
  ['owner', 24, 'Then it will be roses. Thank you!'],
  ['counterpart', 26, 'She will love them. Write to us any time.'],
]
/** The time in the ids of the messages. No other generator makes ids of this time, so that none are equal. */
const WRITTEN_AT = Date.parse('2026-11-02T00:00:00Z')

/** Makes up one conversation of each kind; the ids are the same for the same seed. */
export function generateConversations(seed: number): Record<'order' | 'bulk' | 'support', MadeUpConversation> {
  const random = seededRandom(seed)
  const made = (lines: readonly Line[], seen: MadeUpConversation['seen']): MadeUpConversation => ({
    messages: lines.map(([side, minutes, text]) => ({ id: ulid(WRITTEN_AT, random), side, minutes, text })),
    seen,
  })
  return {
    order: made(ORDER, { owner: 7, counterpart: 6 }),
    bulk: made(BULK, { owner: 5, counterpart: 7 }),
    support: made(SUPPORT, { owner: 6, counterpart: 6 }),
  }
}
