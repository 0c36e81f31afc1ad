import { Component, type ReactNode, useEffect } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Page } from '../ui/layout/page.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { Failed } from '../ui/states/failed.tsx'

/**
 * Shows an error in place of a broken screen; the shell around it keeps working. Give it a `key` that changes with the
 * route.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Page width="narrow">
        {isMissingChunk(error) ? (
          <MissingScreen />
        ) : (
          <Failed error={error} onRetry={() => this.setState({ error: undefined })} />
        )}
      </Page>
    )
  }
}

/** A chunk that `lazy` could not fetch stays failed for the life of the page: only a reload helps. */
function MissingScreen() {
  const { t } = useTranslation('shell')
  useEffect(() => {
    const loadAnew = () => location.reload()
    addEventListener('online', loadAnew)
    return () => removeEventListener('online', loadAnew)
  }, [])
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        title={t('notHere.title')}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {t('notHere.retry')}
          </Button>
        }
      >
        {t('notHere.text')}
      </EmptyState>
    </div>
  )
}

const isMissingChunk = (error: Error) => /dynamically imported module|module script failed/i.test(error.message)
