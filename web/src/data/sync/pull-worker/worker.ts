import type { PullJob } from './messages.ts'
import { runPull } from './run-pull.ts'

// Works on one job and is then terminated.
addEventListener('message', ({ data }: MessageEvent<PullJob>) => void runPull(data, (news) => postMessage(news)), {
  once: true,
})
