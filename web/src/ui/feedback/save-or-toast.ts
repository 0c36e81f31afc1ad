import i18next from 'i18next'
import { showToast } from '../overlays/toasts.tsx'

/** Waits for a write on this device. If it fails, shows a toast and returns false; nothing has changed then. */
export async function saveOrToast(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    showToast({ message: whyNot(error) })
    return false
  }
}

function whyNot(error: unknown): string {
  if (isFull(error)) return i18next.t('common:notSavedFull')
  return error instanceof Error && error.message === 'too_large'
    ? i18next.t('common:notSavedLarge')
    : i18next.t('common:notSaved')
}

/** PouchDB gives the error's name as `reason`, the browser as `name`. */
const isFull = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  [Reflect.get(error, 'reason'), Reflect.get(error, 'name')].includes('QuotaExceededError')
