import { paths, patterns } from '../../paths.ts'
import { type Routes, rareScreen } from './screen.ts'

/** The chat's code is in chunks of its own, which only the browsers of accounts fetch and store. */
export const conversationsRoutes = {
  chat: {
    pattern: patterns.chat,
    Screen: rareScreen(() => import('../../features/chat/chat-screen.tsx'), 'ChatScreen'),
    back: paths.home,
  },
  conversation: {
    pattern: patterns.conversation,
    Screen: rareScreen(() => import('../../features/chat/conversation-screen.tsx'), 'ConversationScreen'),
    back: paths.chat,
    hasBarTitle: true,
  },
} satisfies Routes
