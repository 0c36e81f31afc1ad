import { formatNumber } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

const MEGABYTE = 1024 * 1024

/** "1.2 MB" or "340 KB". Rounded up, so that no file that is too large is said to be of the size that is allowed. */
export function useFileSize(): (bytes: number) => string {
  const { t } = useTranslation('uploads')
  return (bytes) => {
    if (bytes < MEGABYTE / 10) return t('kilobytes', { n: formatNumber(Math.ceil(bytes / 1024)) })
    return t('megabytes', { n: formatNumber(Math.ceil((bytes / MEGABYTE) * 10) / 10) })
  }
}
