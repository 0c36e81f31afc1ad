import { CATEGORIES } from '#model'
import { usePreference } from '../../../data/preferences.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { FlowerTile } from '../../../ui/flowers/flower-tile.tsx'
import { NO_FILTERS, writeFilters } from '../browse/browse-filters.ts'
import { useCategoryNames } from '../terms.ts'
import { TONES } from '../tones.ts'
import styles from './kinds.module.css'

/** Every category with its plant; each leads to its bouquets in one’s city. */
export function Kinds() {
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
              <FlowerTile src={`/flowers/kinds/${category}.svg`} alt="" tone={TONES[category]} />
              {names[category]}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
