import type { Category, Occasion } from '#model'
import { useTranslation } from '../../i18n/use-translation.ts'

export function useCategoryNames(): Record<Category, string> {
  const { t } = useTranslation('catalogue')
  return {
    roses: t('category.roses'),
    lilies: t('category.lilies'),
    tulips: t('category.tulips'),
    orchids: t('category.orchids'),
    sunflowers: t('category.sunflowers'),
    carnations: t('category.carnations'),
    gerberas: t('category.gerberas'),
    'mixed-bouquets': t('category.mixedBouquets'),
  }
}

export function useOccasionNames(): Record<Occasion, string> {
  const { t } = useTranslation('catalogue')
  return {
    birthday: t('occasion.birthday'),
    anniversary: t('occasion.anniversary'),
    wedding: t('occasion.wedding'),
    congratulations: t('occasion.congratulations'),
    'get-well-soon': t('occasion.getWellSoon'),
    'love-romance': t('occasion.loveRomance'),
    sympathy: t('occasion.sympathy'),
    'just-because': t('occasion.justBecause'),
  }
}
