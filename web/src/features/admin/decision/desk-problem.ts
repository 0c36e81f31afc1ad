import { useProblem } from '../../../i18n/problem.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** The sentence for a reason code; those that only the desk gets are in its own texts. */
export function useDeskProblem(): (code: string, otherwise?: string) => string {
  const { t } = useTranslation('desk')
  const problem = useProblem()
  const own: Record<string, string> = {
    fresh_code_needed: t('problem.fresh_code_needed'),
    settings_changed: t('problem.settings_changed'),
    deletion_begun: t('problem.deletion_begun'),
    no_role_to_take: t('problem.no_role_to_take'),
    nothing_to_export: t('problem.nothing_to_export'),
    payout_unknown: t('problem.payout_unknown'),
    payout_changed: t('problem.payout_changed'),
    not_exported: t('problem.not_exported'),
    trouble_over: t('problem.trouble_over'),
  }
  return (code, otherwise) => own[code] ?? problem(code, otherwise)
}
