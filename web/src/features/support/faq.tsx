import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { EDITABLE_MINUTES, REPORTABLE_HOURS, wordsOf } from '#model'
import { LANGUAGES } from '../../i18n/language.ts'
import { english } from '../../i18n/support-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Accordion, AccordionItem } from '../../ui/layout/accordion.tsx'
import { FaqIndex } from './faq-index.ts'
import styles from './support.module.css'

const IDS = Object.keys(english.support.faq.items) as (keyof typeof english.support.faq.items)[]

const ALL_ITEMS = {
  returnObjects: true,
  editableMinutes: EDITABLE_MINUTES,
  reportableHours: REPORTABLE_HOURS,
} as const

/** Questions and answers, searched in both languages. */
export function Faq() {
  const { t } = useTranslation('support')
  const [search, setSearch] = useState('')
  const items = t('faq.items', ALL_ITEMS)
  const index = useMemo(() => {
    const inBoth = LANGUAGES.map((lng) => t('faq.items', { ...ALL_ITEMS, lng }))
    return new FaqIndex(inBoth.flatMap((texts) => IDS.map((id) => [id, Object.values(texts[id]).join(' ')] as const)))
  }, [t])
  const isSearching = wordsOf(search).length > 0
  const found = isSearching ? index.find(search) : undefined
  const shown = IDS.filter((id) => !found || found.has(id))

  return (
    <section className={styles.faq}>
      <h2>{t('faq.title')}</h2>
      <TextInput
        type="search"
        icon={Search}
        aria-label={t('faq.search')}
        placeholder={t('faq.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <LiveRegion>
        <p className={styles.count}>
          {shown.length === 0 ? t('faq.none') : isSearching && t('faq.count', { shown: shown.length, all: IDS.length })}
        </p>
      </LiveRegion>
      <Accordion>
        {shown.map((id) => (
          <AccordionItem key={id} head={items[id].question}>
            <p>{items[id].answer}</p>
          </AccordionItem>
        ))}
      </Accordion>
    </section>
  )
}
