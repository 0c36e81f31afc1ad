import { badRequest } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import { checkFieldName } from '../mango/field-path.ts'
import { normalizeSelector } from '../mango/selector.ts'
import { compileMap, compileReduce } from './map-reduce.ts'
import { compileValidator } from './validators.ts'

const wrong = (reason: string) => badRequest(reason, 'invalid_design_doc')

/** Checks a design document: PouchDB reads the indexes of all of them, so a broken one would break every query. */
export function checkDesign(doc: JsonObject): void {
  const { views = {}, language = 'javascript', validate_doc_update: validator } = doc
  if (validator !== undefined && typeof validator !== 'string') throw wrong('`validate_doc_update` must be a string')
  if (validator !== undefined) compileValidator(validator)
  if (typeof language !== 'string') throw wrong('`language` must be a string')
  if (!isObject(views)) throw wrong('`views` must be an object')
  for (const name of ['filters', 'lists', 'options', 'shows', 'updates'])
    if (doc[name] !== undefined && !isObject(doc[name])) throw wrong(`\`${name}\` field must have object type`)
  for (const [name, filter] of Object.entries(Object(doc.filters)))
    if (typeof filter !== 'string' && !isObject(filter))
      throw wrong(`\`filters.${name}\` field must have string or object type`)
  for (const [name, view] of Object.entries(views)) {
    if (!isObject(view)) throw wrong(`\`views/${name}\` must be an object`)
    if (language === 'query') checkIndex(name, view)
    else checkView(name, view, language === 'javascript')
  }
}

function checkView(name: string, { map, reduce }: JsonObject, compile: boolean): void {
  if (typeof map !== 'string') throw wrong(`\`views/${name}/map\` must be a string`)
  if (reduce !== undefined && typeof reduce !== 'string') throw wrong(`\`views/${name}/reduce\` must be a string`)
  if (!compile) return
  compileMap(map)
  if (reduce !== undefined) compileReduce(reduce)
}

function checkIndex(name: string, { map }: JsonObject): void {
  const fields = isObject(map) && isObject(map.fields) ? Object.keys(map.fields) : []
  if (!isObject(map) || fields.length === 0) throw wrong(`\`views/${name}\` is no index`)
  fields.forEach(checkFieldName)
  if (map.partial_filter_selector !== undefined) normalizeSelector(map.partial_filter_selector)
}
