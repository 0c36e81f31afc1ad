import { type ComponentType, lazy } from 'react'
import type { patterns } from '../../paths.ts'
import { onceIdle } from '../idle.ts'

export type RouteName = keyof typeof patterns | 'notFound'

export interface RouteEntry {
  pattern: string
  Screen: ComponentType
  /** On a phone the header shows a way back (to here, if the app was opened on this screen) instead of the brand. */
  back?: string
  /** The screen's name stands beside the way back; without it the brand does, where the screen's own heading says enough. */
  hasBarTitle?: boolean
}

/** The routes of one capability. */
export type Routes = Partial<Record<RouteName, RouteEntry>>

type Load = () => Promise<{ default: ComponentType }>

const loads: Load[] = []

type LoadScreen<Name extends string> = () => Promise<Record<Name, ComponentType>>

/** A screen of the shop's front, which brings its texts along. */
export const frontScreen = <Name extends string>(load: LoadScreen<Name>, name: Name) => {
  const loadScreen: Load = async () => ({ default: (await load())[name] })
  loads.push(loadScreen)
  return lazy(loadScreen)
}

const loadTexts = () => import('../../i18n/screens-english.ts')

/** What is loaded, once the texts of all screens are there. */
const withTexts = async <T>(load: () => Promise<T>): Promise<T> => (await Promise.all([load(), loadTexts()]))[0]

export const screen = <Name extends string>(load: LoadScreen<Name>, name: Name) =>
  frontScreen(() => withTexts(load), name)

/** A screen that is of no use to visitors: it is fetched when somebody goes there, not before. */
export const rareScreen = <Name extends string>(load: LoadScreen<Name>, name: Name) =>
  lazy(async () => ({ default: (await withTexts(load))[name] }))

/** Who has just come looks at the first screen. */
const ARRIVING_MS = 5000

/** Opens every screen once the service worker has stored them all, so that going there takes no time: one after the
 * other, when the page has nothing better to do. Without one it would cost the network. */
export async function preloadScreens(): Promise<void> {
  if (!navigator.serviceWorker) return
  await navigator.serviceWorker.ready
  await new Promise((resolve) => setTimeout(resolve, ARRIVING_MS))
  for (const load of loads) {
    await onceIdle()
    // A chunk that fails here is asked for again when its screen is opened.
    await load().catch(() => undefined)
  }
}
