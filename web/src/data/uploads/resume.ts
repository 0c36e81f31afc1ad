import { hasChosenFiles } from '../local/chosen-files.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

/** Files that are not up yet go on from whatever screen is open. */
export async function resumeUploads(): Promise<void> {
  const layer = currentDataLayer()
  if (!hasChosenFiles(layer.environment)) return
  const { uploadQueueOf } = await import('./upload-queue.ts')
  uploadQueueOf(layer)
}
