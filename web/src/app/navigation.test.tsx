// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { HashRouter, useLocation } from 'react-router-dom'
import { afterEach, test } from 'vitest'
import { useHashLinks } from './navigation.tsx'

afterEach(cleanup)

function Place() {
  const { pathname, search, state } = useLocation()
  return <p>{`at ${pathname}${search} with ${JSON.stringify(state)}`}</p>
}

/** Changes the address before the router listens. */
function App({ hash, state }: { hash: string; state: unknown }) {
  useLayoutEffect(() => history.replaceState({ usr: state }, '', hash), [hash, state])
  useHashLinks()
  return <Place />
}

const open = (hash: string, state: unknown = null) => {
  history.replaceState(null, '', '#/browse')
  render(
    <HashRouter>
      <App hash={hash} state={state} />
    </HashRouter>,
  )
}

test('an address that is typed while the app opens is shown, with the state of its entry', async () => {
  open('#/browse?q=rose')
  await screen.findByText('at /browse?q=rose with null')
  cleanup()
  open('#/login', { email: 'asha@device.example' })
  await screen.findByText('at /login with {"email":"asha@device.example"}')
})

test('a hash that is not the address of a screen leads nowhere', () => {
  open('#main')
  screen.getByText('at /browse with null')
})
