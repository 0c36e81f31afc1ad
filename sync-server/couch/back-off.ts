import { setTimeout as pause } from 'node:timers/promises'

/** Between half and one and a half times as long, so that those who collided part. */
export const pauseWithJitter = (ms: number): Promise<void> => pause(ms * (0.5 + Math.random()))
