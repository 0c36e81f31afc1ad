import problems from './locales/en/problems.json'
import { useTranslation } from './use-translation.ts'

const isKnown = (code: string): code is keyof typeof problems => code in problems

/**
 * The sentence for a reason code, in the person's language. An unknown code gets `otherwise`, or a general sentence.
 */
export function useProblem(): (code: string, otherwise?: string) => string {
  const { t } = useTranslation('problems')
  return (code, otherwise) => (isKnown(code) ? t(code) : (otherwise ?? t('other')))
}
