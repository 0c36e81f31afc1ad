import type { PullJob } from './messages.ts'
import { runPull } from './run-pull.ts'

// Works on one order, and is then let go.
addEventListener('message', ({ data }: MessageEvent<PullJob>) => void runPull(data, (news) => postMessage(news)), {
  once: true,
})
