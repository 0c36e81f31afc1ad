const PROBE = 'mogra-probe'

/** A full one counts as one that stores: it can still be read, and the app says what is wrong. False where the browser keeps nothing for this site: storage that is blocked, some private windows, a broken profile. */
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
