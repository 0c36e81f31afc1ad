import { CATEGORIES, OCCASIONS } from '#model'
import { type Filters, MOST_RUPEES, RUPEES_STEP } from '../../blocks/catalogue/browse-filters.ts'
import { useCategoryNames, useOccasionNames } from '../../blocks/catalogue/category-names.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChipGroup } from '../../ui/forms/choices.tsx'
import { RangeSlider } from '../../ui/forms/range-slider.tsx'
import styles from './filters-panel.module.css'

interface FiltersPanelProps {
  filters: Filters
  onChoose: (change: Partial<Filters>) => void
  /** Called while the slider moves. */
  onFlow: (change: { maxRupees: number }) => void
  /** `list` in the desktop's sidebar, `chips` in the phone's sheet. */
  look: 'chips' | 'list'
}

export function FiltersPanel({ filters, onChoose, onFlow, look }: FiltersPanelProps) {
  const { t } = useTranslation('catalogue')
  const { rupees } = useFormat()
  const categories = useCategoryNames()
  const occasions = useOccasionNames()
  return (
    <div className={styles.panel}>
      <ChipGroup
        legend={t('filter.category')}
        look={look}
        value={filters.category}
        onChange={(category) => onChoose({ category })}
        options={[
          { value: 'all', label: t('filter.all') },
          ...CATEGORIES.map((value) => ({ value, label: categories[value] })),
        ]}
      />
      <RangeSlider
        label={t('filter.price')}
        min={0}
        max={MOST_RUPEES}
        step={RUPEES_STEP}
        value={filters.maxRupees}
        onChange={(maxRupees) => onFlow({ maxRupees })}
        valueText={
          filters.maxRupees === MOST_RUPEES
            ? t('filter.anyPrice')
            : t('filter.upTo', { price: rupees(filters.maxRupees) })
        }
      />
      <ChipGroup
        legend={t('filter.occasion')}
        look={look}
        value={filters.occasion}
        onChange={(occasion) => onChoose({ occasion })}
        options={[
          { value: 'all', label: t('filter.all') },
          ...OCCASIONS.map((value) => ({ value, label: occasions[value] })),
        ]}
      />
    </div>
  )
}
