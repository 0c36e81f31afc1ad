import { once } from 'node:events'
import type { Call } from './resource.ts'

const MIN_HEARTBEAT_MS = 100

/** A response that stays open and is written in pieces, with heartbeats, until it is finished, timed out or aborted. */
export class Feed {
  ended = false
  #call: Call
  #heart: NodeJS.Timeout | undefined
  #deadline: NodeJS.Timeout | undefined
  #wake: (() => void) | undefined
  #awake = false
  #timedOut = false
  #onEnd: () => void

  constructor(call: Call, open: Set<Feed>) {
    this.#call = call
    this.#onEnd = () => open.delete(this)
    open.add(this)
    call.reply.hijack()
    const { raw } = call.reply
    raw.on('close', () => this.end())
    raw.on('error', () => this.end())
    raw.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'must-revalidate' })
    raw.flushHeaders()
  }

  /** Writes the text; waits while the client reads more slowly than we write. */
  async write(text: string): Promise<void> {
    const { raw } = this.#call.reply
    if (this.ended || raw.destroyed || raw.write(text)) return
    const over = new AbortController()
    const either = ['drain', 'close'].map((event) => once(raw, event, { signal: over.signal }))
    await Promise.race(either).catch(() => undefined)
    over.abort()
    // Also settles the other promise, which nothing waits for any more.
    await Promise.allSettled(either)
  }

  /** With a heartbeat, newlines keep the connection open without limit; otherwise the timeout ends the feed. */
  keepAlive({ heartbeat, timeout }: { heartbeat: number | undefined; timeout: number }): void {
    if (heartbeat === undefined) {
      this.#deadline = setTimeout(() => {
        this.#timedOut = true
        this.wake()
      }, timeout)
      return
    }
    this.#heart = setInterval(
      () => {
        if (!this.ended && !this.#call.reply.raw.writableNeedDrain) this.#call.reply.raw.write('\n')
      },
      Math.max(MIN_HEARTBEAT_MS, heartbeat),
    )
  }

  /** Ends the current wait, or the next one if nothing waits now. */
  wake(): void {
    this.#awake = true
    this.#wake?.()
  }

  /** Resolves with true if there may be a new change, or with false after the timeout. */
  async waitForChange(): Promise<boolean> {
    if (!this.#awake && !this.ended && !this.#timedOut)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#wake = undefined
    this.#awake = false
    return !this.#timedOut && !this.ended
  }

  finish(text: string): void {
    if (!this.ended) this.#call.reply.raw.end(text)
    this.end()
  }

  end(): void {
    if (this.ended) return
    this.ended = true
    clearInterval(this.#heart)
    clearTimeout(this.#deadline)
    this.#onEnd()
    this.wake()
    if (!this.#call.reply.raw.writableEnded) this.#call.reply.raw.destroy()
  }
}
