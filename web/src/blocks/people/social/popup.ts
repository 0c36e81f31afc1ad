export interface Popup {
  go(url: string): void
  close(): void
  isClosed(): boolean
}

const WIDTH = 500
const HEIGHT = 600

/** Must be called while the browser still sees the person's press; undefined where popups are blocked. */
export function openPopup(says: string): Popup | undefined {
  const left = Math.max(0, Math.round(screenX + (outerWidth - WIDTH) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - HEIGHT) / 2))
  const popup = open('', '_blank', `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
  if (!popup || popup.closed) return undefined
  // From here on it cannot reach this page, wherever it goes; we still see whether it is closed.
  popup.opener = null
  popup.document.title = says
  popup.document.body.textContent = says
  return {
    go: (url) => popup.location.replace(url),
    close: () => popup.close(),
    isClosed: () => popup.closed,
  }
}

const LOOK_MS = 300

/** Resolves when the person has closed it and is back on this page; where a provider hides its window, that is all to go by. */
export function untilClosed(popup: Popup, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!popup.isClosed() || !document.hasFocus()) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS)
    signal.addEventListener('abort', () => clearInterval(timer))
  })
}
