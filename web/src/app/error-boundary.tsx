import { Component, type ReactNode, useEffect, useState } from 'react'
import { networkAgain } from '../data/network-again.ts'
import { recover, recoverWhenPossible } from '../first-screen/recovery.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Page } from '../ui/layout/page.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { Failed } from '../ui/states/failed.tsx'

interface State {
  error: Error | undefined
  hasRetried: boolean
}

/**
 * Shows an error in place of a broken screen; the shell around it keeps working. Give it a `key` that changes with the
 * route. With `isSilent` a broken part that the screens do not need is left out.
 */
export class ErrorBoundary extends Component<{ children: ReactNode; isSilent?: boolean }, State> {
  override state: State = { error: undefined, hasRetried: false }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (this.props.isSilent) return null
    return (
      <Page width="narrow">
        {isMissingChunk(error) ? <MissingScreen error={error} /> : <Failed error={error} onRetry={this.#retry} />}
      </Page>
    )
  }

  /** What fails again would fail a third time. */
  readonly #retry = () => {
    if (this.state.hasRetried) void recover()
    else this.setState({ error: undefined, hasRetried: true })
  }
}

/** A chunk that `lazy` could not fetch stays failed for the life of the page: only a reload helps. */
function MissingScreen({ error }: { error: Error }) {
  const { t } = useTranslation('shell')
  const [isBusy, setBusy] = useState(false)
  const retry = () => {
    setBusy(true)
    void recover(addressIn(error))
  }
  useEffect(() => recoverWhenPossible(networkAgain, addressIn(error)), [error])
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        title={t('notHere.title')}
        action={
          <Button variant="primary" busy={isBusy} onClick={retry}>
            {t('notHere.retry')}
          </Button>
        }
      >
        {t('notHere.text')}
      </EmptyState>
    </div>
  )
}

/** A syntax error: of a file that was cut off, or replaced by something else. */
const isMissingChunk = (error: Error) =>
  error instanceof SyntaxError || /dynamically imported module|module script failed/i.test(error.message)

/** Not every browser names the file. */
const addressIn = (error: Error) => /https?:\/\/\S+/.exec(error.message)?.[0]
