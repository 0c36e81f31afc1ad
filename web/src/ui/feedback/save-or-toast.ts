import i18next from 'i18next'
import { showToast } from '../overlays/toasts.tsx'

/**
 * Waits for a write on this device. If it fails, shows a toast and returns false; nothing has changed then. `otherwise` is
 * said if the reason has no words of its own.
 */
export async function saveOrToast(write: Promise<unknown>, otherwise?: string): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    showToast({ message: whyNot(error, otherwise ?? i18next.t('common:notSaved')) })
    return false
  }
}

function whyNot(error: unknown, otherwise: string): string {
  if (isFull(error)) return i18next.t('common:notSavedFull')
  return error instanceof Error && error.message === 'too_large' ? i18next.t('common:notSavedLarge') : otherwise
}

/** PouchDB gives the error's name as `reason`, the browser as `name`. */
export const isFull = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  [Reflect.get(error, 'reason'), Reflect.get(error, 'name')].includes('QuotaExceededError')
