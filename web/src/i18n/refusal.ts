import refusals from './locales/en/refusals.json'
import { useProblem } from './problem.ts'
import './refusal-texts.ts'
import { useTranslation } from './use-translation.ts'

const isKnown = (key: string): key is keyof typeof refusals => key in refusals

/** Why an intent of this kind was refused: some reasons, such as `too_late`, need other words for some kinds. */
export function useRefusal(): (kind: string | undefined, reason: string) => string {
  const { t } = useTranslation('refusals')
  const problem = useProblem()
  return (kind, reason) => {
    const inOtherWords = `${reason}_${kind}`
    if (isKnown(inOtherWords)) return t(inOtherWords)
    return isKnown(reason) ? t(reason) : problem(reason)
  }
}
