/** Saves a JSON text as a download of the browser. */
export function saveFile(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
