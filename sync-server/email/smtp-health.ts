/** How the mail server takes mails: what it did with the last one, and how long it has had those under way. */
export interface SmtpHealth {
  /** A mail is handed over now; answers how to say what became of it. */
  begin(): Settle
  /** Whether the next one would go later than usual. */
  isLate(): boolean
  /** It took the last one. */
  acceptsMail(): boolean
}

/** `answered`: it took the mail, or said that it never will; true when it had failed before. Absent: nothing was learnt about it. */
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
