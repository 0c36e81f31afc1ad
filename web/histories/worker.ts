import type { WorkerMessage, WorkerSettings } from './workers.ts'

// `workers.ts` starts this file as a separate process.
const { fault, ...lane } = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings
const tell = (message: WorkerMessage) => process.send?.(message)
// Ends this process if its parent has ended, because nothing else would stop it.
process.on('disconnect', () => process.exit())
// Set before the first module of the product is loaded; the service inherits it.
if (fault !== undefined) process.env.HISTORY_FAULT = fault
await import('./mutants/load.ts')

const { REGRESSIONS } = await import('./regressions.ts')
const { mutantNamed } = await import('./mutants/mutants.ts')
const { runProperty: play } = await import('./run-property.ts')

const planted = fault === undefined ? undefined : mutantNamed(fault)
const played = await play({
  ...lane,
  ...(planted && { isDatabaseApart: planted.isDatabaseApart ?? false }),
  first: planted ? [planted.history ?? []].filter(({ length }) => length > 0) : REGRESSIONS,
  isShrunk: !planted,
  began: (nth, history) => tell({ began: { nth, history } }),
  failed: (history, problems) => tell({ failed: { history, problems } }),
})
process.send?.({ played }, () => process.exit())
