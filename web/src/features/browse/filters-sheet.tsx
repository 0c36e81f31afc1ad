import { useState } from 'react'
import { cleared, countFilters, type Filters } from '../../blocks/catalogue/browse-filters.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { Sheet } from '../../ui/overlays/modal.tsx'
import { FiltersPanel } from './filters-panel.tsx'

interface FiltersSheetProps {
  open: boolean
  filters: Filters
  /** How many flowers these filters would show. */
  count: (filters: Filters) => number
  onShow: (filters: Filters) => void
  onClose: () => void
}

/** The filters on a phone: several choices that take effect together. */
export function FiltersSheet({ open, filters, count, onShow, onClose }: FiltersSheetProps) {
  const { t } = useTranslation('catalogue')
  const [chosen, setChosen] = useState<Filters>()
  const draft = chosen ?? filters
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  // While the sheet is closed, it need not count at every change of the list.
  const show = open && t('filter.show', { count: count(draft) })
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('filter.title')}
      footer={
        <>
          <Button
            variant="quiet"
            disabled={countFilters(draft) === 0}
            onClick={() => setChosen({ ...cleared(draft), search: draft.search })}
          >
            {t('filter.clearAll')}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              close()
              if (chosen) onShow(chosen)
            }}
          >
            {show}
          </Button>
        </>
      }
    >
      <FiltersPanel
        look="chips"
        filters={draft}
        onChoose={(change) => setChosen({ ...draft, ...change })}
        onFlow={(change) => setChosen({ ...draft, ...change })}
      />
      <VisuallyHidden>
        <span role="status">{show}</span>
      </VisuallyHidden>
    </Sheet>
  )
}
