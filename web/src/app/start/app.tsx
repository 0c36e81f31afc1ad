import { HashRouter } from 'react-router-dom'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Shell } from '../shell/shell.tsx'

export function App() {
  return (
    <ErrorBoundary>
      <HashRouter>
        <Shell />
      </HashRouter>
    </ErrorBoundary>
  )
}
