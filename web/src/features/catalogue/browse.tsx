import { LayoutGrid, List, Search, SlidersHorizontal } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Flower, findCity } from '#model'
import { allFlowers } from '../../data/catalogue.ts'
import { usePreference } from '../../data/preferences.ts'
import { useSyncStatus } from '../../data/sync-status.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Failed } from '../../ui/feedback/failed.tsx'
import { Sheet } from '../../ui/feedback/modal.tsx'
import { SkeletonGrid } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/forms/icon-button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { FlowerGrid } from '../../ui/shop/flower-grid.tsx'
import styles from './browse.module.css'
import {
  applyFilters,
  countFilters,
  type Filters,
  NO_FILTERS,
  readFilters,
  type Sort,
  writeFilters,
} from './browse-filters.ts'
import { CityPicker } from './city-picker.tsx'
import { FiltersPanel } from './filters-panel.tsx'
import { ProductCard } from './product-card.tsx'
import { useCategoryNames, useOccasionNames } from './terms.ts'

export function BrowseScreen() {
  const { t } = useTranslation('catalogue')
  const flowers = useLive(allFlowers)
  const { online } = useSyncStatus()
  const isEmpty = flowers.status === 'ready' && flowers.data.flowers.length === 0

  return (
    <Page>
      <h1 className={styles.title}>{t('browse.title')}</h1>
      {flowers.status === 'failed' ? (
        <Failed error={flowers.error} />
      ) : isEmpty && !online ? (
        <EmptyState picture="/flowers/empty-basket.svg" title={t('browse.notHereYet')}>
          {t('browse.notHereYetText')}
        </EmptyState>
      ) : flowers.status === 'loading' || (isEmpty && !flowers.data.complete) ? (
        <SkeletonGrid />
      ) : (
        <Shelf flowers={flowers.data.flowers} />
      )}
    </Page>
  )
}

function Shelf({ flowers }: { flowers: readonly Flower[] }) {
  const { t } = useTranslation('catalogue')
  const { language } = useFormat()
  const [query, setQuery] = useSearchParams()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [cityId] = usePreference('city')
  const vocabulary = { ...useCategoryNames(), ...useOccasionNames() }

  const filters = readFilters(query)
  const change = (part: Partial<Filters>) => setQuery(writeFilters({ ...filters, ...part }), { replace: true })
  const clear = () => change({ ...NO_FILTERS, sort: filters.sort, view: filters.view })
  const search = useDeferredValue(filters.search)
  const shown = applyFilters(flowers, { ...filters, search }, { city: cityId, vocabulary })
  const city = findCity(cityId ?? '')
  const set = countFilters(filters)
  const found = city
    ? t('browse.countIn', { count: shown.length, city: city.name[language] })
    : t('browse.count', { count: shown.length })

  return (
    <div className={styles.columns}>
      <aside className={styles.sidebar} aria-label={t('filter.title')}>
        <div className={styles.sidebarHead}>
          <h2>{t('filter.title')}</h2>
          <Button variant="quiet" onClick={clear} disabled={set === 0}>
            {t('filter.clearAll')}
          </Button>
        </div>
        <FiltersPanel look="list" filters={filters} onChange={change} />
      </aside>

      <div className={styles.main}>
        <div className={styles.where}>
          <CityPicker />
          <Field label={t('browse.search')}>
            {(control) => (
              <TextInput
                {...control}
                type="search"
                icon={Search}
                placeholder={t('browse.searchHint')}
                value={filters.search}
                onChange={(event) => change({ search: event.target.value })}
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
          <SortSelect value={filters.sort} onChange={(sort) => change({ sort })} />
          <fieldset className={styles.views} aria-label={t('browse.view')}>
            <IconButton
              icon={LayoutGrid}
              label={t('browse.grid')}
              pressed={filters.view === 'grid'}
              onClick={() => change({ view: 'grid' })}
            />
            <IconButton
              icon={List}
              label={t('browse.list')}
              pressed={filters.view === 'list'}
              onClick={() => change({ view: 'list' })}
            />
          </fieldset>
        </div>
        <p className={styles.count} role="status">
          {found}
        </p>
        {shown.length === 0 ? (
          <EmptyState
            picture="/flowers/empty-basket.svg"
            title={t('browse.none')}
            action={<Button onClick={clear}>{t('browse.clearFilters')}</Button>}
          >
            {t('browse.noneText')}
          </EmptyState>
        ) : (
          <FlowerList flowers={shown} view={filters.view} />
        )}
      </div>

      <Sheet
        open={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        title={t('filter.title')}
        footer={
          <>
            <Button variant="quiet" onClick={clear}>
              {t('filter.clearAll')}
            </Button>
            <Button variant="primary" onClick={() => setSheetOpen(false)}>
              {t('filter.show', { count: shown.length })}
            </Button>
          </>
        }
      >
        <FiltersPanel look="chips" filters={filters} onChange={change} />
      </Sheet>
    </div>
  )
}

function FlowerList({ flowers, view }: { flowers: readonly Flower[]; view: 'grid' | 'list' }) {
  const items = flowers.map((flower) => (
    <li key={flower._id}>
      <ProductCard flower={flower} view={view} />
    </li>
  ))
  return view === 'grid' ? <FlowerGrid>{items}</FlowerGrid> : <ul className={styles.rows}>{items}</ul>
}

function SortSelect({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  const { t } = useTranslation('catalogue')
  const names: Record<Sort, string> = {
    popular: t('sort.popular'),
    'price-low': t('sort.priceLow'),
    'price-high': t('sort.priceHigh'),
    rating: t('sort.rating'),
    name: t('sort.name'),
  }
  return (
    <Select
      shape="chip"
      aria-label={t('sort.label')}
      value={value}
      onChange={(event) => onChange(event.target.value as Sort)}
    >
      {Object.entries(names).map(([sort, name]) => (
        <option key={sort} value={sort}>
          {name}
        </option>
      ))}
    </Select>
  )
}
