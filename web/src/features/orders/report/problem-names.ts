import { useTranslation } from 'react-i18next'
import type { Problem } from '#model'

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
