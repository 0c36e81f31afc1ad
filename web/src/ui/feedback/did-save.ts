import i18next from 'i18next'
import { showToast } from './toasts.tsx'

/** Waits for a write on this device. False when it could not be stored: a line has said so, and nothing changed. */
export async function didSave(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch {
    showToast({ message: i18next.t('common:notSaved') })
    return false
  }
}
