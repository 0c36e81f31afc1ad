import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { drafts } from '../../../data/drafts.ts'
import {
  readProvider,
  type SocialOutcome,
  type SocialPage,
  type SocialProvider,
  social,
} from '../../../data/people/social.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { openPopup, type Popup, untilClosed } from './popup.ts'

export type ProviderState =
  | { stage: 'idle' }
  /** The person is at the provider, in a popup or with this page. */
  | { stage: 'away'; provider: SocialProvider; display: 'popup' | 'redirect' }
  | { stage: 'looking'; provider: SocialProvider }
  | { stage: 'failed'; provider: SocialProvider; reason: string }
  | { stage: 'new'; person: SocialOutcome }

type Settle = (outcome: SocialOutcome) => Promise<ProviderState>

/** Sends the person to Google or Facebook and back: in a popup, or with this page if popups are blocked. */
export function useProvider(page: SocialPage, settle: Settle) {
  const { t } = useTranslation('people')
  const [query, setQuery] = useSearchParams()
  const [state, setState] = useState<ProviderState>({ stage: 'idle' })
  // The provider that this page has begun with; it ignores answers meant for another page.
  const begun = useRef<SocialProvider>(undefined)
  const popup = useRef<Popup>(undefined)
  const watch = useRef<AbortController>(undefined)
  const looking = useRef(Promise.resolve())
  const latestSettle = useRef(settle)
  latestSettle.current = settle

  const look = useCallback((ifPending: string) => {
    const once = async () => {
      const provider = begun.current
      if (provider === undefined) return
      setState({ stage: 'looking', provider })
      const next = await lookFor(provider, ifPending, latestSettle.current)
      // A provider that hides its window looks cancelled, but may still answer.
      if (next.stage !== 'failed' || next.reason !== 'cancelled') begun.current = undefined
      setState(next)
    }
    looking.current = looking.current.then(once)
  }, [])

  const start = async (provider: SocialProvider) => {
    popup.current?.close()
    watch.current?.abort()
    const opened = openPopup(t('social.redirecting', { provider: t(`social.${provider}`) }))
    const display = opened ? 'popup' : 'redirect'
    popup.current = opened
    setState({ stage: 'away', provider, display })
    const url = await social.begin(provider, page, display)
    if (!url.ok) {
      opened?.close()
      return setState({ stage: 'failed', provider, reason: url.error })
    }
    begun.current = provider
    if (!opened) {
      drafts.save('social', { provider, query: query.toString() })
      return location.assign(url.value)
    }
    opened.go(url.value)
    const watching = new AbortController()
    watch.current = watching
    await untilClosed(opened, watching.signal)
    look('cancelled')
  }

  useEffect(() => {
    const stop = social.onAnswered(() => {
      watch.current?.abort()
      look('unprocessed')
    })
    return () => {
      stop()
      watch.current?.abort()
    }
  }, [look])

  // This page comes back from the provider; without an answer the person used the browser's Back button.
  useEffect(() => {
    const arrive = () => {
      const answered = readProvider(query.get('social'))
      const left = readLeft()
      drafts.clear('social')
      if (answered) {
        begun.current = answered
        setQuery(left?.query ?? '', { replace: true })
        look('unprocessed')
      } else if (left) setState({ stage: 'failed', provider: left.provider, reason: 'popup_blocked' })
    }
    arrive()
    const shown = ({ persisted }: PageTransitionEvent) => persisted && arrive()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [query, setQuery, look])

  return { state, setState, start }
}

async function lookFor(provider: SocialProvider, ifPending: string, settle: Settle): Promise<ProviderState> {
  const failed = (reason: string): ProviderState => ({ stage: 'failed', provider, reason })
  try {
    const found = await social.outcome()
    if (!found.ok) return failed(found.error === 'service_failed' ? 'unprocessed' : found.error)
    if (found.value.outcome === 'pending') return failed(ifPending)
    if (found.value.outcome === 'refused') return failed(found.value.reason ?? 'unprocessed')
    return await settle(found.value)
  } catch (error) {
    console.warn('signing in with a provider broke off', error)
    return failed('broken')
  }
}

function readLeft(): { provider: SocialProvider; query: string } | undefined {
  const { provider, query } = Object(drafts.get('social'))
  const known = readProvider(provider)
  return known && { provider: known, query: typeof query === 'string' ? query : '' }
}
