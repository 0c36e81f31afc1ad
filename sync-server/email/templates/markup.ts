/** HTML that is safe to send. It is made by `html`, which escapes every value that is not itself Markup. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | readonly Markup[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.reduce((text, string, i) => text + textOf(values[i - 1] ?? '') + string))
}

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map((one) => one.text).join('')
  return escapeHtml(String(value))
}
