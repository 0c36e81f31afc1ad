import type { Problem } from '#model'
import { useTranslation } from '../../i18n/use-translation.ts'

export function useProblemNames(): Record<Problem, string> {
  const { t } = useTranslation('orders')
  return {
    damaged: t('report.damaged'),
    wrong: t('report.wrong'),
    not_arrived: t('report.notArrived'),
    late: t('report.late'),
    other: t('report.other'),
  }
}
