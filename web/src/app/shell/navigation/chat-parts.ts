import { lazyPart } from '../../../blocks/sync/lazy-part.ts'

/** Only accounts have conversations: nobody else fetches this chunk. */
const load = () => import('../../../features/chat/chat-entry.tsx')

export const ChatLink = lazyPart(async () => (await load()).ChatLink)
export const ChatWidget = lazyPart(async () => (await load()).ChatWidget)
