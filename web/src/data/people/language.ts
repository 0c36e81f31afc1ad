import { type Language, updateProfile } from '#model'
import { ask } from '../ask.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

/** Asks the service to write its mails in this language. Before there is a mailbox, each request names the language. */
export async function tellLanguage(language: Language): Promise<void> {
  if (currentDataLayer().sessionState.get().signedIn) await ask(updateProfile, { language })
}
