import { dayOf } from '#model'
import { useBulkWords } from '../../../blocks/bulk/bulk-words.ts'
import { useCityNames } from '../../../blocks/bulk/use-city-names.ts'
import { useNow } from '../../../clock/use-now.ts'
import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

type About = SupplierRequest['about']

/** The words by which the dashboard names requests. */
export function useRequestWords() {
  const { t } = useTranslation('wholesale')
  const { number, day } = useFormat()
  const { nameOf, askedFor, quantityOf } = useBulkWords()
  const namesOf = useCityNames()
  const today = dayOf(useNow())

  /** "in 7 days"; undefined once the day is over. */
  const leftUntil = (date: string): string | undefined => {
    const days = daysBetween(today, date)
    if (days < 0) return undefined
    if (days < 2) return days === 0 ? t('request.today') : t('request.tomorrow')
    return t('request.inDays', { number: number(days) })
  }
  return {
    today,
    /** "Bulk Requests (3 pending)"; without the number until it is known. */
    listTitle: (open: number | undefined) =>
      open === undefined ? t('tabs.bulk') : t('tabs.pending', { number: number(open) }),
    quantityOf,
    leftUntil,
    /** A buyer whose account was deleted has no name any more. */
    buyerOf: ({ buyerName }: About) => buyerName || t('request.theBuyer'),
    cityOf: ({ city }: About) => namesOf([city]),
    flowersOf: ({ flowerTypes }: About) => flowerTypes.map(nameOf).join(', '),
    /** "Jaipur, for 5 Dec, in 7 days" */
    whereOf: ({ state, about: { city, deliveryDate } }: SupplierRequest) => {
      const left = state === 'ended' ? undefined : leftUntil(deliveryDate)
      const values = { city: namesOf([city]), day: day(deliveryDate) }
      return left === undefined ? t('request.whereOver', values) : t('request.where', { ...values, left })
    },
    askedFor,
    /** "500 stems of roses, Jaipur": what tells the requests apart where only a name is read out. */
    nameOf: (about: About) => t('request.name', { asked: askedFor(about), city: namesOf([about.city]) }),
  }
}

const DAY_MS = 86_400_000

/** Returns the days from one plain date to another; negative if the second one is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS
