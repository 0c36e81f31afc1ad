/** Shares the page's address with the phone's share sheet; without one, copies it to the clipboard. */
export async function share(title: string): Promise<'shared' | 'copied' | 'failed'> {
  const url = location.href
  try {
    if (!('share' in navigator)) {
      await (navigator as Navigator).clipboard.writeText(url)
      return 'copied'
    }
    await navigator.share({ title, url })
    return 'shared'
  } catch (error) {
    // Closing the share sheet is not a failure.
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'failed'
  }
}
