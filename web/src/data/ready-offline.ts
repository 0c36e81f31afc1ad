import { currentDataLayer } from './runtime/current-data-layer.ts'
import type { DataLayer } from './runtime/data-layer.ts'

const SAID = 'mogra_ready_offline'

/**
 * Calls `say` once per browser, as soon as nothing needs the network any more: the app is stored, the whole catalogue
 * is here, and so is the mailbox if there is one.
 */
export async function onceReadyOffline(
  isAppStored: Promise<unknown>,
  say: () => void,
  device = currentDataLayer(),
): Promise<void> {
  const { values } = device.environment
  if (values.get(SAID) !== undefined) return
  await isAppStored
  await everythingHere(device)
  if (values.get(SAID) !== undefined) return
  values.set(SAID, 'yes')
  say()
}

/** Whether the message was shown. It stays true: stored data is only ever replaced by newer data. */
export const isReadyOffline = (device = currentDataLayer()): boolean =>
  device.environment.values.get(SAID) !== undefined

function everythingHere({ live, sessionState }: DataLayer): Promise<void> {
  const isHere = live.entry<boolean>({
    key: 'everything-here',
    watches: ['catalogue', 'complete'],
    read: async ({ catalogue, mailbox }) => {
      const [hasCatalogue, hasMailbox] = await Promise.all([catalogue.isComplete(), mailbox.isComplete()])
      return hasCatalogue && (hasMailbox || sessionState.get().signedIn === undefined)
    },
  })
  return new Promise((resolve) => {
    const stop = [
      sessionState.subscribe(() => isHere.refresh()),
      isHere.subscribe(() => {
        const answer = isHere.answer()
        if (answer.status !== 'ready' || !answer.data) return
        for (const end of stop) end()
        resolve()
      }),
    ]
  })
}
