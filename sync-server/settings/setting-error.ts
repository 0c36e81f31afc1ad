/** A wrong setting that stops the start; the message names it in one sentence. */
export class SettingError extends Error {}

/**
 * Returns the value of a setting for a message, on one line and unchanged except for what may be a password or token.
 */
export function quoted(text: string): string {
  const shown = text
    .replace(/^([a-z][a-z\d+.-]*:\/\/).*@/is, '$1…@')
    // Credentials without a scheme, and those without a host: the text after a colon, unless it is a port.
    .replace(/:(?!\/\/).*@/s, ':…@')
    .replace(/:(?!\/\/|…|\d{1,5}(?:[/?#]|$)).*/s, ':…')
    .replace(/([?#]).+/s, '$1…')
  return JSON.stringify(shown.slice(0, 200))
}
