import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { callApi } from '../api/call-api.ts'
import { type Failure, foundIn } from '../api/result.ts'
import type { UnconfirmedApplication } from '../local/session-state.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

/** The application about which the signed-in person is asked whether they made it. */
export function useUnconfirmedApplication(): UnconfirmedApplication | undefined {
  const { sessionState } = currentDataLayer()
  const { signedIn, signedOutByServer } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  return signedOutByServer ? undefined : signedIn?.unconfirmedApplication
}

/** Says whether the person made the application: otherwise it is deleted. */
export async function confirmApplication(application: string, mine: boolean): Promise<{ ok: true } | Failure> {
  const { environment, session } = currentDataLayer()
  const path = `/api/applications/${encodeURIComponent(application)}/mine`
  const said = foundIn(await callApi(environment, 'POST', path, { mine }), v.object({ state: v.string() }))
  // It was said on another device, or the application is gone.
  const isOver = said.ok || said.error === 'already_answered' || said.error === 'application_unknown'
  if (isOver) await session.current()
  return isOver ? { ok: true } : said
}
