import { Heart as HeartIcon } from 'lucide-react'
import { favouriteIds, favourites } from '../../data/shop/favourites.ts'
import { useLive } from '../../data/use-live.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { didSave } from '../../ui/feedback/did-save.ts'

interface HeartProps {
  flowerId: string
  name: string
  /** On a drawing's corner. */
  ground?: boolean
}

export function Heart({ flowerId, name, ground }: HeartProps) {
  const { t } = useTranslation('catalogue')
  const ids = useLive(favouriteIds)
  const isOn = ids.status === 'ready' && ids.data.has(flowerId)
  return (
    <IconButton
      icon={HeartIcon}
      tone="rose"
      ground={ground}
      label={t('favourite', { name })}
      pressed={isOn}
      onClick={() => void didSave(favourites.set(flowerId, !isOn))}
    />
  )
}
