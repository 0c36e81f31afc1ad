/** A setting that stops the start; the message names it in one sentence. */
export class SettingError extends Error {}
