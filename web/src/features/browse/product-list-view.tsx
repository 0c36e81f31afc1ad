import { LayoutGrid, List, Search, SlidersHorizontal } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { type Flower, findCity, hasVisibleText } from '#model'
import { cleared, countFilters } from '../../blocks/catalogue/browse-filters.ts'
import { CityPicker } from '../../blocks/catalogue/city-picker.tsx'
import { openProductList } from '../../blocks/catalogue/product-list.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { afterPaint } from '../../ui/layout/after-paint.ts'
import { useMedia } from '../../ui/layout/use-media.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { SkeletonGrid } from '../../ui/states/skeleton.tsx'
import styles from './browse.module.css'
import { FiltersPanel } from './filters-panel.tsx'
import { FiltersSheet } from './filters-sheet.tsx'
import { ProductCount } from './product-count.tsx'
import { useFlowerSearch } from './search/use-flower-search.ts'
import { SortSelect } from './sort-select.tsx'
import { useFilters } from './use-filters.ts'
import { VirtualList } from './virtual-list.tsx'

/** The same width as in the style sheet. */
const SIDEBAR = '(width >= 900px)'

const hasWords = (search: string) => !hasVisibleText(search) || /[\p{L}\p{N}]/u.test(search)

interface ProductListViewProps {
  flowers: readonly Flower[]
  /** False while more flowers may arrive. */
  isComplete: boolean
}

export function ProductListView({ flowers, isComplete }: ProductListViewProps) {
  const { t } = useTranslation('catalogue')
  const { language } = useFormat()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const hasSidebar = useMedia(SIDEBAR)
  const { filters, choose, seen, flow, rest } = useFilters()
  const shelf = useMemo(() => openProductList(flowers, language), [flowers, language])
  const { city, category, occasion, maxRupees, sort } = filters
  const search = useFlowerSearch(flowers, filters.search)
  const found = search.status === 'ready' ? search.ids : undefined
  const chosen = useMemo(
    () => shelf.pick({ city, category, occasion, maxRupees, sort }, found),
    [shelf, city, category, occasion, maxRupees, sort, found],
  )
  // Writing the address renders the whole screen again, so the cards are painted first.
  useEffect(() => afterPaint(seen))
  const set = countFilters(filters)
  const place = findCity(city)?.name[language]
  const isServed = shelf.serves(city)
  const clear = () => choose(cleared(filters))

  return (
    <div className={styles.columns}>
      {hasSidebar && (
        <aside aria-label={t('filter.title')}>
          <div className={styles.sidebarHead}>
            <h2>{t('filter.title')}</h2>
            <Button variant="quiet" onClick={clear} disabled={set === 0}>
              {t('filter.clearAll')}
            </Button>
          </div>
          <FiltersPanel look="list" filters={filters} onChoose={choose} onFlow={flow} />
        </aside>
      )}

      <div className={styles.main}>
        <div className={styles.where}>
          <CityPicker city={filters.city} onChange={(chosen) => choose({ city: chosen ?? 'all' })} />
          <Field label={t('browse.search')}>
            {(control) => (
              <TextInput
                {...control}
                type="search"
                icon={Search}
                autoComplete="off"
                placeholder={t('browse.searchHint')}
                value={filters.search}
                onChange={(event) => flow({ search: event.target.value })}
                onBlur={rest}
              />
            )}
          </Field>
        </div>
        <div className={styles.tools}>
          <span className={styles.sheetButton}>
            <Button onClick={() => setSheetOpen(true)}>
              <SlidersHorizontal aria-hidden="true" />
              {set > 0 ? t('filter.titleCount', { count: set }) : t('filter.title')}
            </Button>
          </span>
          <span className={styles.sort}>
            <SortSelect value={filters.sort} onChange={(chosen) => choose({ sort: chosen })} />
          </span>
          <div className={styles.count}>
            <ProductCount
              count={search.status === 'ready' ? chosen.length : undefined}
              place={isServed ? place : undefined}
              isComplete={isComplete}
            />
          </div>
          <fieldset className={styles.views} aria-label={t('browse.view')}>
            <IconButton
              icon={LayoutGrid}
              label={t('browse.grid')}
              pressed={filters.view === 'grid'}
              onClick={() => choose({ view: 'grid' })}
            />
            <IconButton
              icon={List}
              label={t('browse.list')}
              pressed={filters.view === 'list'}
              onClick={() => choose({ view: 'list' })}
            />
          </fieldset>
        </div>
        {place && !isServed && isComplete && <p className={styles.elsewhere}>{t('city.notServed', { city: place })}</p>}
        {search.status === 'failed' ? (
          <Failed error={search.error} />
        ) : search.status === 'loading' ? (
          <SkeletonGrid />
        ) : chosen.length === 0 ? (
          <EmptyState
            picture="/flowers/states/nothing-found.svg"
            title={t('browse.none')}
            action={<Button onClick={clear}>{t('browse.clearFilters')}</Button>}
          >
            {/* A search of only symbols names no flower. */}
            {hasWords(filters.search) ? t('browse.noneText') : t('browse.noWords')}
          </EmptyState>
        ) : (
          // A link to a flower leads away, and Back must find the filters again.
          <div onClickCapture={seen}>
            <h2>
              <VisuallyHidden>{t('browse.flowers')}</VisuallyHidden>
            </h2>
            <VirtualList flowers={chosen} view={filters.view} label={t('browse.flowers')} />
          </div>
        )}
      </div>

      <FiltersSheet
        open={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        filters={filters}
        count={(draft) => shelf.pick(draft, found).length}
        onShow={(wanted) => {
          choose(wanted)
          // Written now, because the sheet removes its own history entry next.
          seen()
        }}
      />
    </div>
  )
}
