import { problem } from '../http/problem.ts'
import { ChangedSettings } from '../settings/desk-settings.ts'
import { type AdminScope, freshCode, reading } from './admin-scope.ts'

/** The three toggles of the desk. */
export function settingsRoutes({ routes, services, adminOf }: AdminScope): void {
  const { accessLog, deskSettings } = services

  routes.get('/settings', reading, () => deskSettings.get())

  routes.post('/settings', { ...freshCode, schema: { body: ChangedSettings } }, async (request) => {
    const { account } = adminOf(request)
    const changed = await deskSettings.change(request.body, account.id)
    if (!changed) throw problem(409, 'settings_changed')
    await accessLog.note('settings-changed', account.id, request)
    return changed
  })
}
