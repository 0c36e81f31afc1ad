import type { Lane, LaneMessage } from './lanes.ts'

// Started by `lanes.ts`, as a process of its own.
const { fault, ...lane } = JSON.parse(process.argv[2] ?? '{}') as Lane
const tell = (message: LaneMessage) => process.send?.(message)
// Its parent is gone: nobody would ever stop it.
process.on('disconnect', () => process.exit())
// Before the first module of the product is loaded; the service inherits it.
if (fault !== undefined) process.env.HISTORY_FAULT = fault
await import('./planted/load.ts')

const { FOUND } = await import('./found.ts')
const { faultNamed } = await import('./planted/planted-faults.ts')
const { play } = await import('./play.ts')

const planted = fault === undefined ? undefined : faultNamed(fault)
const played = await play({
  ...lane,
  ...(planted && { isDatabaseApart: planted.isDatabaseApart ?? false }),
  first: planted ? [planted.history ?? []].filter(({ length }) => length > 0) : FOUND,
  isShrunk: !planted,
  began: (nth, history) => tell({ began: { nth, history } }),
  failed: (history, problems) => tell({ failed: { history, problems } }),
})
process.send?.({ played }, () => process.exit())
