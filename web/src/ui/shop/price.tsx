import { useTranslation } from 'react-i18next'
import { formatRupees, type Language, useFormat } from '../../i18n/format.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './price.module.css'

export interface PriceProps {
  rupees: number
  /** The price before the saving; shown struck when it is higher. */
  original?: number | undefined
  size?: 'large' | undefined
  /** Default: the chosen language. */
  language?: Language | undefined
}

export function Price({ rupees, original, size, language }: PriceProps) {
  const { t } = useTranslation('common')
  const chosen = useFormat().language
  const money = (amount: number) => formatRupees(amount, language ?? chosen)
  return (
    <span className={styles.price} data-size={size}>
      <span className={styles.now}>{money(rupees)}</span>
      {original !== undefined && original > rupees && (
        <s className={styles.before}>
          <VisuallyHidden>{t('price.before')} </VisuallyHidden>
          {money(original)}
        </s>
      )}
    </span>
  )
}
