import { type FlowerType, flowerTypeName, type QuantityUnit } from '#model'
import '../../i18n/bulk-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'

interface Quantity {
  quantity: number
  quantityUnit: QuantityUnit
}
interface Asked extends Quantity {
  flowerTypes: readonly FlowerType[]
}

/** The plural that names a unit where it has no number. */
const SEVERAL = 2

/** The names of units and kinds of flowers, and the line that says what a bulk request asks for. */
export function useBulkWords() {
  const { t } = useTranslation('bulk')
  const { language, number } = useFormat()
  const nameOf = (type: FlowerType) => flowerTypeName(type)[language]
  // Within an English sentence the names of flowers are lower-case.
  const within = (type: FlowerType) => (language === 'en' ? nameOf(type).toLowerCase() : nameOf(type))
  const unitsOf = (count: number): Record<QuantityUnit, string> => ({
    stems: t('units.stems', { count }),
    boxes: t('units.boxes', { count }),
    bunches: t('units.bunches', { count }),
    pieces: t('units.pieces', { count }),
  })
  /** `80 bunches` */
  const quantityOf = ({ quantity, quantityUnit }: Quantity) => `${number(quantity)} ${unitsOf(quantity)[quantityUnit]}`
  return {
    nameOf,
    units: unitsOf(SEVERAL),
    quantityOf,
    /** `80 bunches of lilies, roses` */
    askedFor: (asked: Asked) =>
      t('asked', { quantity: quantityOf(asked), flowers: asked.flowerTypes.map(within).join(', ') }),
  }
}
