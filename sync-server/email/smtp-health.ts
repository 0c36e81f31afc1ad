/** Tracks the mail server: the result of the last mail, and how long the current ones are taking. */
export interface SmtpHealth {
  /** Called when a mail is handed over; returns the function that reports its result. */
  begin(): Settle
  /** Returns whether the next mail would be later than usual. */
  isLate(): boolean
  /** Returns whether the server accepted or refused the last mail. */
  acceptsMail(): boolean
}

/**
 * `answered` means that the server accepted the mail or refused it for good; `undefined` says nothing about the server.
 * Returns true if the server answers again after a failure.
 */
type Settle = (outcome: 'answered' | 'failed' | undefined) => boolean

const SLOW_MS = 10_000

export function openSmtpHealth(now: () => Date): SmtpHealth {
  let last: 'unknown' | 'answered' | 'failed' = 'unknown'
  const underWay = new Set<{ at: number }>()
  const isSlow = ({ at }: { at: number }) => now().getTime() - at > SLOW_MS

  return {
    begin() {
      const mail = { at: now().getTime() }
      underWay.add(mail)
      return (outcome) => {
        underWay.delete(mail)
        const isBack = last === 'failed' && outcome === 'answered'
        last = outcome ?? last
        return isBack
      }
    },
    isLate: () => last === 'failed' || [...underWay].some(isSlow),
    acceptsMail: () => last === 'answered',
  }
}
