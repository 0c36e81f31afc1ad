import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './price.module.css'

export interface PriceProps {
  rupees: number
  /** The price before the saving; shown struck through if it is higher. */
  original?: number | undefined
  size?: 'large' | undefined
}

export function Price({ rupees, original, size }: PriceProps) {
  const { t } = useTranslation('common')
  const { rupees: money } = useFormat()
  return (
    <span className={styles.price} data-size={size}>
      <span className={styles.now}>{money(rupees)}</span>
      {original !== undefined && original > rupees && (
        <s className={styles.before}>
          <VisuallyHidden>{`${t('price.before')} `}</VisuallyHidden>
          <span>{money(original)}</span>
        </s>
      )}
    </span>
  )
}
