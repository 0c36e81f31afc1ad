import { Component, type ReactNode } from 'react'
import { Page } from '../ui/layout/page.tsx'
import { Failed } from '../ui/states/failed.tsx'

/** What a broken screen leaves behind; the shell around it keeps working. Give it a `key` that changes with the route. */
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
        <Failed error={error} onRetry={isMissingChunk(error) ? undefined : () => this.setState({ error: undefined })} />
      </Page>
    )
  }
}

// A chunk that could not be fetched stays failed for the life of the page: only loading the page anew helps.
const isMissingChunk = (error: Error) => /dynamically imported module|module script failed/i.test(error.message)
