import type { Failure } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Says why a verification mail was not sent, with a hint what to do (specification §8). */
export function useMailFailure(): (failure: Failure) => string {
  const { t } = useTranslation('people')
  return ({ error, status }) => {
    const hint = () => {
      if (error === 'network') return t('mailFailure.network')
      if (error === 'cross_site') return t('mailFailure.origin')
      if (status === 403) return t('mailFailure.forbidden')
      // A proxy returns these statuses if the service refuses connections; the service does if it cannot reach another
      // one that it needs.
      if (status === 502 || status === 503 || status === 504) return t('mailFailure.down')
      return t('mailFailure.other')
    }
    return `${t('mailFailure.failed')} ${hint()}`
  }
}
