import { Star } from 'lucide-react'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './rating.module.css'

export interface RatingProps {
  value: number
  count?: number | undefined
  /** Spells the count out: "128 reviews" instead of "(128)". */
  words?: boolean | undefined
}

export function Rating({ value, count, words }: RatingProps) {
  const { t } = useTranslation('common')
  const { number } = useFormat()
  return (
    <span className={styles.rating}>
      <span className={styles.value} aria-hidden="true">
        <Star />
        <span>{number(value, 1)}</span>
      </span>
      <VisuallyHidden>{`${t('rating.value', { value: number(value, 1) })} `}</VisuallyHidden>
      {count !== undefined &&
        (words ? (
          <span>{t('rating.reviews', { count })}</span>
        ) : (
          <>
            <span aria-hidden="true">{`(${number(count)})`}</span>
            <VisuallyHidden>{t('rating.reviews', { count })}</VisuallyHidden>
          </>
        ))}
    </span>
  )
}
