import { type ReactNode, useState } from 'react'
import type { Found, Result } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { DecisionDialog } from './decision-dialog.tsx'

type Answer<T> = Found<T> | Result

interface Asking<T> {
  decide: () => Promise<Answer<T>>
  onDone: (answer: Answer<T>) => void
}

/** Decides at once; only if the service wants a fresh code, `dialog` asks for it and then goes on. */
export function useFreshCode<T>(title: string): {
  decide: (asking: Asking<T>) => Promise<void>
  dialog: ReactNode
} {
  const { t } = useTranslation('desk')
  const [asking, setAsking] = useState<Asking<T>>()
  return {
    async decide(wanted) {
      const answer = await wanted.decide()
      if (!answer.ok && answer.error === 'fresh_code_needed') setAsking(wanted)
      else wanted.onDone(answer)
    },
    dialog: asking && (
      <DecisionDialog<T>
        open
        title={title}
        verb={t('proof.verb')}
        decide={asking.decide}
        onDone={(answer) => {
          setAsking(undefined)
          asking.onDone(answer)
        }}
        onClose={() => setAsking(undefined)}
      />
    ),
  }
}
