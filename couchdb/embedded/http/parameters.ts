import { badQuery, badRequest } from './failure.ts'
import { parseJson } from './json.ts'

/** Reads and checks the query parameters of a request; unknown names are ignored, as in CouchDB. */
export class Parameters {
  #query: Record<string, unknown>
  #body: Record<string, unknown>

  constructor(query: unknown, body: Record<string, unknown> = {}) {
    this.#query = typeof query === 'object' && query !== null ? (query as Record<string, unknown>) : {}
    this.#body = body
  }

  /** Returns the same query; members of the JSON body take precedence. */
  withBody(body: Record<string, unknown>): Parameters {
    return new Parameters(this.#query, body)
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#body, name) || Object.hasOwn(this.#query, name)
  }

  text(name: string): string | undefined {
    if (Object.hasOwn(this.#body, name)) {
      const value = this.#body[name]
      return typeof value === 'string' ? value : JSON.stringify(value)
    }
    const value = Object.hasOwn(this.#query, name) ? this.#query[name] : undefined
    const first: unknown = Array.isArray(value) ? value[0] : value
    return typeof first === 'string' ? first : undefined
  }

  flag(name: string): boolean {
    const text = this.text(name)
    if (text === undefined || text === 'false') return false
    if (text === 'true') return true
    throw badQuery(`Invalid boolean parameter: ${quoted(text)}`)
  }

  whole(name: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (!/^-?\d{1,20}$/.test(text)) throw badQuery(`Invalid value for integer: ${quoted(text)}`)
    const number = Number(text)
    if (number < min) throw badQuery(`Invalid value for positive integer: ${quoted(text)}`)
    return Math.min(number, max)
  }

  /** Reads a parameter that contains JSON, such as `startkey`. */
  json(name: string): unknown {
    if (Object.hasOwn(this.#body, name)) return this.#body[name]
    const text = this.text(name)
    if (text === undefined) return undefined
    return parseJson(text)
  }

  /** Reads the first of several spellings that is present. */
  jsonOf(...names: string[]): { value: unknown } | undefined {
    const name = names.find((candidate) => this.has(candidate))
    return name === undefined ? undefined : { value: this.json(name) }
  }

  texts(name: string): string[] | undefined {
    if (!this.has(name)) return undefined
    const value = this.json(name)
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
      throw badRequest(`\`${name}\` must be an array of strings.`)
    return value
  }
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100))
