import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { Failure } from './failure.ts'
import { asObject, type JsonObject, parseJson } from './json.ts'
import { Parameters } from './parameters.ts'
import { type User, userOf } from './user.ts'

type Method = 'get' | 'post' | 'put' | 'delete'

export interface Call {
  user: User
  /** The decoded parts of the path, by name. */
  path: Record<string, string>
  parameters: Parameters
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler = (call: Call) => unknown

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']

/** Registers a path with its methods; other methods get 405. */
export function resource(app: FastifyInstance, path: string, handlers: Partial<Record<Method, Handler>>): void {
  for (const [method, handler] of Object.entries(handlers))
    app.route({
      method: method.toUpperCase() as HTTPMethods,
      url: path,
      handler: (request, reply) => handler(callOf(request, reply)),
    })
  const allowed = Object.keys(handlers).map((method) => method.toUpperCase())
  if (handlers.get) allowed.push('HEAD')
  app.route({
    method: METHODS.filter((method) => !allowed.includes(String(method))),
    url: path,
    handler: (_request, reply) => {
      reply.header('allow', allowed.join(', '))
      throw new Failure(405, 'method_not_allowed', `Only ${allowed.join(',')} allowed`)
    },
  })
}

const callOf = (request: FastifyRequest, reply: FastifyReply): Call => ({
  user: userOf(request),
  path: request.params as Record<string, string>,
  parameters: new Parameters(request.query),
  request,
  reply,
})

export const part = (call: Call, name: string): string => call.path[name] ?? ''

export const rawBody = (call: Call): Buffer =>
  Buffer.isBuffer(call.request.body) ? call.request.body : Buffer.alloc(0)

export const jsonBody = (call: Call): unknown => parseJson(rawBody(call))

/** Reads the body of a POST, for which CouchDB requires the content type of JSON. */
export function postedObject(call: Call): JsonObject {
  const type = call.request.headers['content-type'] ?? ''
  if (!/^application\/json\b/i.test(type))
    throw new Failure(415, 'bad_content_type', 'Content-Type must be application/json')
  return asObject(jsonBody(call))
}

/** Whether the client accepts this type; without an Accept header it accepts any type, as in CouchDB. */
export function accepts(call: Call, type: `multipart/${string}`): boolean {
  const wanted = [type, 'multipart/*', '*/*']
  return (call.request.headers.accept ?? '*/*').split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((text) => text.trim().toLowerCase())
    return wanted.includes(name) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
