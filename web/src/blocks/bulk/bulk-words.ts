import { type FlowerType, flowerTypeName, type QuantityUnit } from '#model'
import '../../i18n/bulk-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'

interface Asked {
  flowerTypes: readonly FlowerType[]
  quantity: number
  quantityUnit: QuantityUnit
}

/** The names of units and kinds of flowers, and the line that says what a bulk request asks for. */
export function useBulkWords() {
  const { t } = useTranslation('bulk')
  const { language, number } = useFormat()
  const nameOf = (type: FlowerType) => flowerTypeName(type)[language]
  // Within an English sentence the names of flowers are lower-case.
  const within = (type: FlowerType) => (language === 'en' ? nameOf(type).toLowerCase() : nameOf(type))
  return {
    nameOf,
    units: t('units', { returnObjects: true }),
    /** `80 bunches of lilies, roses` */
    askedFor({ flowerTypes, quantity, quantityUnit }: Asked): string {
      const values = { quantity: number(quantity), flowers: flowerTypes.map(within).join(', ') }
      const lines = {
        stems: t('asked.stems', { count: quantity, ...values }),
        boxes: t('asked.boxes', { count: quantity, ...values }),
        bunches: t('asked.bunches', { count: quantity, ...values }),
        pieces: t('asked.pieces', { count: quantity, ...values }),
      }
      return lines[quantityUnit]
    },
  }
}
