import { type ComponentType, lazy } from 'react'
import { withTexts } from './screen.ts'

/** A screen that does not exist in live mode; whether this is a demo, the service says. */
export const inDemo = (Screen: ComponentType) =>
  lazy(async () => {
    const { isDemo } = await import('../../data/service-health.ts')
    if (await isDemo()) return { default: Screen }
    const { NotFoundScreen } = await withTexts(() => import('../../features/not-found/not-found.tsx'))
    return { default: NotFoundScreen }
  })
