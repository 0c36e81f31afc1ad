import i18next from 'i18next'
import { showToast } from '../overlays/toasts.tsx'

/** Waits for a write on this device. If it fails, shows a toast and returns false; nothing has changed then. */
export async function saveOrToast(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    showToast({ message: isFull(error) ? i18next.t('common:notSavedFull') : i18next.t('common:notSaved') })
    return false
  }
}

/** PouchDB gives the error's name as `reason`, the browser as `name`. */
export const isFull = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  [Reflect.get(error, 'reason'), Reflect.get(error, 'name')].includes('QuotaExceededError')
