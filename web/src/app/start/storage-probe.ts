const PROBE = 'mogra-probe'

/**
 * Whether the browser stores anything for this site: false if storage is blocked, in some private windows, or with a
 * broken profile. A full storage counts as true: it can still be read, and the app says what is wrong.
 */
export const canStore = (): Promise<boolean> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open(PROBE)
      request.onerror = () => resolve(request.error?.name === 'QuotaExceededError')
      request.onsuccess = () => {
        request.result.close()
        indexedDB.deleteDatabase(PROBE)
        resolve(true)
      }
    } catch {
      resolve(false)
    }
  })
