import * as v from 'valibot'
import { here } from './page/here.ts'

const Health = v.object({ environment: v.string() })

/** True when the service says that it is a demo; without a network nobody knows, and it counts as not. */
export async function isDemo(): Promise<boolean> {
  try {
    const answer = await here().environment.fetch('/health')
    return v.parse(Health, await answer.json()).environment === 'demo'
  } catch {
    return false
  }
}
