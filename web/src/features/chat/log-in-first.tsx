import '../../i18n/chat-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loginFor } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** For people who are not signed in: the login leads back here. */
export function LogInFirst({ path }: { path: string }) {
  const { t } = useTranslation('chat')
  return (
    <Page width="narrow">
      <EmptyState
        heading="h1"
        picture="/flowers/white-lilies.svg"
        title={t('login.title')}
        action={
          <ButtonLink variant="primary" href={loginFor(path)}>
            {t('login.action')}
          </ButtonLink>
        }
      >
        {t('login.text')}
      </EmptyState>
    </Page>
  )
}
