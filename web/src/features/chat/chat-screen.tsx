import { useSession } from '../../data/use-session.ts'
import '../../i18n/chat-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/layout/page.tsx'
import styles from './contact-list.module.css'
import { ContactList } from './contact-list.tsx'
import { LogInFirst } from './log-in-first.tsx'

/** The conversations as a page. */
export function ChatScreen() {
  const { t } = useTranslation('chat')
  const { account } = useSession()
  if (!account) return <LogInFirst path={paths.chat} />
  return (
    <Page width="narrow">
      <h1 className={styles.title}>{t('title')}</h1>
      <ContactList account={account} />
    </Page>
  )
}
