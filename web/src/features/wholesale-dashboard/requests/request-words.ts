import { type BulkRow, dayOf, type FlowerType, flowerTypeName } from '#model'
import { useCityNames } from '../../../blocks/bulk/use-city-names.ts'
import { useNow } from '../../../clock/use-now.ts'
import type { SupplierRequest } from '../../../data/bulk/supplier-requests.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { TileTone } from '../../../ui/flowers/flower-tile.tsx'

type About = SupplierRequest['about']

/** How requests are called on the dashboard. */
export function useRequestWords() {
  const { t } = useTranslation('wholesale')
  const { number: format, day, language } = useFormat()
  const namesOf = useCityNames()
  const today = dayOf(useNow())

  const quantityOf = ({ quantity: count, quantityUnit }: Pick<BulkRow, 'quantity' | 'quantityUnit'>) => {
    const number = format(count)
    switch (quantityUnit) {
      case 'stems':
        return t('request.stems', { count, number })
      case 'boxes':
        return t('request.boxes', { count, number })
      case 'bunches':
        return t('request.bunches', { count, number })
      case 'pieces':
        return t('request.pieces', { count, number })
    }
  }
  /** "in 7 days"; undefined once the day is over. */
  const leftUntil = (date: string): string | undefined => {
    const days = daysBetween(today, date)
    if (days < 0) return undefined
    if (days < 2) return days === 0 ? t('request.today') : t('request.tomorrow')
    return t('request.inDays', { number: format(days) })
  }
  return {
    today,
    quantityOf,
    leftUntil,
    /** A buyer whose account was deleted has no name any more. */
    buyerOf: ({ buyerName }: About) => buyerName || t('request.theBuyer'),
    cityOf: ({ city }: About) => namesOf([city]),
    flowersOf: ({ flowerTypes }: About) => flowerTypes.map((type) => flowerTypeName(type)[language]).join(', '),
    /** "Jaipur, for 5 Dec, in 7 days" */
    whereOf: ({ city, deliveryDate }: About) => {
      const left = leftUntil(deliveryDate)
      const values = { city: namesOf([city]), day: day(deliveryDate) }
      return left === undefined ? t('request.whereOver', values) : t('request.where', { ...values, left })
    },
    /** "500 stems, Jaipur": what tells the requests apart where only a name is read out. */
    nameOf: (about: About) => t('request.name', { quantity: quantityOf(about), city: namesOf([about.city]) }),
  }
}

const DAY_MS = 86_400_000

/** Both are plain dates; negative if the second one is the earlier one. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

const MIXED = { src: '/flowers/mixed-bouquet.svg', tone: 'sand' } as const
const PICTURES: Partial<Record<FlowerType, { src: string; tone: TileTone }>> = {
  Roses: { src: '/flowers/red-roses.svg', tone: 'rose' },
  Lilies: { src: '/flowers/white-lilies.svg', tone: 'leaf' },
  Tulips: { src: '/flowers/tulips.svg', tone: 'sand' },
  Orchids: { src: '/flowers/orchids.svg', tone: 'leaf' },
  Sunflowers: { src: '/flowers/sunflowers.svg', tone: 'sand' },
  Carnations: { src: '/flowers/carnations.svg', tone: 'rose' },
  Gerberas: { src: '/flowers/gerberas.svg', tone: 'leaf' },
}

/** The drawing of the first flower that has one. */
export const pictureOf = ({ flowerTypes }: About) =>
  flowerTypes.flatMap((type) => PICTURES[type] ?? [])[0] ?? MIXED
