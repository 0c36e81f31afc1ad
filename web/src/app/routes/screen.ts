import { type ComponentType, lazy } from 'react'
import { onceAppStored } from '../../data/stored-app.ts'
import type { patterns } from '../../paths.ts'
import { onceIdle } from '../idle.ts'

export type RouteName = keyof typeof patterns | 'notFound'

export interface RouteEntry {
  pattern: string
  Screen: ComponentType
  /**
   * On a phone the header shows a Back button instead of the brand; it leads here if the app was opened on this screen.
   */
  back?: string
  /** Whether the header shows the screen's name beside the Back button; otherwise it shows the brand. */
  hasBarTitle?: boolean
}

/** The routes of one capability. */
export type Routes = Partial<Record<RouteName, RouteEntry>>

type Load = () => Promise<{ default: ComponentType }>

const loads: Load[] = []

type LoadScreen<Name extends string> = () => Promise<Record<Name, ComponentType>>

/** A screen of the shop's front, whose chunk contains its texts. */
export const frontScreen = <Name extends string>(load: LoadScreen<Name>, name: Name) => {
  const loadScreen: Load = async () => ({ default: (await load())[name] })
  loads.push(loadScreen)
  return lazy(loadScreen)
}

const loadTexts = () => import('../../i18n/screens-english.ts')

/** Loads the chunk together with the texts of all screens. */
export const withTexts = async <T>(load: () => Promise<T>): Promise<T> => (await Promise.all([load(), loadTexts()]))[0]

export const screen = <Name extends string>(load: LoadScreen<Name>, name: Name) =>
  frontScreen(() => withTexts(load), name)

/** A screen that visitors do not need: it is not preloaded. */
export const rareScreen = <Name extends string>(load: LoadScreen<Name>, name: Name) =>
  lazy(async () => ({ default: (await withTexts(load))[name] }))

/** Waits this long first, because a person who has just come looks at the first screen. */
const ARRIVING_MS = 5000

/**
 * Loads every screen once the service worker has stored them all, so that they open without a delay: one after the
 * other, while the page is idle. Before that it would use the network.
 */
export async function preloadScreens(): Promise<void> {
  await onceAppStored()
  await new Promise((resolve) => setTimeout(resolve, ARRIVING_MS))
  for (const load of loads) {
    await onceIdle()
    // A chunk that fails here is requested again when its screen is opened.
    await load().catch(() => undefined)
  }
}
