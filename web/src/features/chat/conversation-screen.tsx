import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { lazyPart } from '../../blocks/sync/lazy-part.ts'
import { useSession } from '../../data/use-session.ts'
import { paths } from '../../paths.ts'
import { useGoBack } from '../../ui/layout/go-back.ts'
import styles from './conversation-screen.module.css'
import { LogInFirst } from './log-in-first.tsx'

const Conversation = lazyPart(async () => (await import('./conversation.tsx')).Conversation)

/** One conversation as a page, which fills a phone's screen. */
export function ConversationScreen() {
  const { key = '' } = useParams()
  const { account } = useSession()
  const goBack = useGoBack(paths.chat)
  if (!account) return <LogInFirst path={paths.conversation(key)} />
  return (
    <div className={styles.page} data-fills-screen="">
      <Suspense>
        <Conversation conversation={key} onBack={goBack} heading="h1" />
      </Suspense>
    </div>
  )
}
