import { Heart as HeartIcon } from 'lucide-react'
import { favouriteIds, favourites } from '../../data/people/favourites.ts'
import { useLive } from '../../data/use-live.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'

interface FavouriteButtonProps {
  flowerId: string
  name: string
  /** Set if the button lies on a picture's corner. */
  ground?: boolean
}

export function FavouriteButton({ flowerId, name, ground }: FavouriteButtonProps) {
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
      onClick={() => void saveOrToast(favourites.set(flowerId, !isOn))}
    />
  )
}
