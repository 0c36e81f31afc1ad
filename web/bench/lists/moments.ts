/** Moments of a page that a bench waits for, and the time until them. */

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Resolves after the next frame: a message that is sent in it arrives when it has been painted. */
export const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(undefined)
    })
  })

/** Resolves as soon as `shows` returns true. */
export const seen = (shows: () => boolean) =>
  new Promise<void>((resolve) => {
    if (shows()) return resolve()
    const observer = new MutationObserver(() => {
      if (!shows()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
  })

/** Returns whether `shows` returned true within this time. */
export const seenWithin = (ms: number, shows: () => boolean): Promise<boolean> =>
  Promise.race([
    seen(shows).then(() => true),
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(shows()), ms)
    }),
  ])
