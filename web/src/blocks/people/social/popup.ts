export interface Popup {
  go(url: string): void
  close(): void
  isClosed(): boolean
}

const WIDTH = 500
const HEIGHT = 600

/** Must be called within the person's click or tap. Returns undefined if popups are blocked. */
export function openPopup(says: string): Popup | undefined {
  const left = Math.max(0, Math.round(screenX + (outerWidth - WIDTH) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - HEIGHT) / 2))
  const popup = open('', '_blank', `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
  if (!popup || popup.closed) return undefined
  // From here on the popup cannot reach this page, wherever it goes; this page still sees whether it is closed.
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

/**
 * Resolves when the popup is closed and this page has the focus. The focus matters because some providers hide whether
 * their window is closed.
 */
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
