import { setTimeout as pause } from 'node:timers/promises'

/** Waits between half and one and a half times `ms`, so that colliding writers do not collide again. */
export const pauseWithJitter = (ms: number): Promise<void> => pause(ms * (0.5 + Math.random()))
