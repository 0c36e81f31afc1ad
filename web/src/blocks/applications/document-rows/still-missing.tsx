import { ArrowUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Uploads } from '../../../data/uploads/uploads.ts'
import '../../../i18n/uploads-texts.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { documentRowId, type WantedDocument } from './document-rows.tsx'
import styles from './still-missing.module.css'

export interface Missing {
  /** The DOM id of the element that gets the focus. */
  target: string
  label: string
  /** Without a full stop: "not chosen yet". */
  why: string
  /** Opens the step where it is missing; otherwise the element on this page gets the focus. */
  onChoose?: () => void
}

/** The required documents that have no file, or a refused one. */
export function useMissingDocuments(documents: readonly WantedDocument[], { states }: Uploads): Missing[] {
  const { t } = useTranslation('uploads')
  return documents.flatMap(({ name, label, isOptional }) => {
    const state = states[name]
    if (isOptional || (state && state.status !== 'refused')) return []
    const why = state ? t(`missing.refused.${state.refusal}`) : t('missing.notChosen')
    return [{ target: documentRowId(name), label, why }]
  })
}

/** "Still missing: n", each with a link that moves the focus. Shows nothing if nothing is missing. */
export function StillMissing({ missing }: { missing: readonly Missing[] }) {
  const { t } = useTranslation('uploads')
  if (missing.length === 0) return null
  return (
    <Banner tone="marigold" title={t('missing.title', { count: missing.length })}>
      <ul className={styles.list}>
        {missing.map(({ target, label, why, onChoose }) => (
          <li key={target}>
            <a
              className={styles.link}
              href={`#${target}`}
              onClick={(event) => goTo(event, onChoose ?? (() => focusOn(target)))}
            >
              <span>
                <b>{label}</b>
                <span>{`, ${why}`}</span>
              </span>
              <ArrowUp aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** The part behind `#` is the app's route, so the browser cannot follow the link. */
function goTo(event: MouseEvent, go: () => void) {
  event.preventDefault()
  go()
}

function focusOn(target: string) {
  const element = document.getElementById(target)
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
