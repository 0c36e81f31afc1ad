import { CATEGORIES } from '#model'
import { NO_FILTERS, writeFilters } from '../../blocks/catalogue/browse-filters.ts'
import { CATEGORY_COLOURS } from '../../blocks/catalogue/category-colours.ts'
import { useCategoryNames } from '../../blocks/catalogue/category-names.ts'
import { usePreference } from '../../data/preferences.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'
import styles from './category-tiles.module.css'

/** Every category with its picture; each leads to its bouquets in the person's city. */
export function CategoryTiles() {
  const { t } = useTranslation('catalogue')
  const names = useCategoryNames()
  const [city = NO_FILTERS.city] = usePreference('city')
  return (
    <section className={styles.section}>
      <h2>{t('home.kinds')}</h2>
      <ul className={styles.kinds}>
        {CATEGORIES.map((category) => (
          <li key={category}>
            <a href={link(`${paths.browse}?${writeFilters({ ...NO_FILTERS, city, category })}`)}>
              <FlowerTile src={`/flowers/categories/${category}.svg`} alt="" tone={CATEGORY_COLOURS[category]} />
              <span>{names[category]}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
