import type { FastifyInstance, FastifySchemaCompiler, FastifyTypeProvider } from 'fastify'
import * as v from 'valibot'
import { problem } from './problem.ts'

interface ValibotTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown
  serializer: this['schema'] extends v.GenericSchema ? v.InferInput<this['schema']> : unknown
}

export const withValibot = (app: FastifyInstance) => app.withTypeProvider<ValibotTypes>()

/** Validates bodies and reduces answers to what their schema names. */
export function validateWithValibot(app: FastifyInstance): void {
  const validator: FastifySchemaCompiler<v.GenericSchema> =
    ({ schema }) =>
    (data: unknown) => {
      const result = v.safeParse(schema, data)
      return result.success ? { value: result.output } : { error: invalid(result.issues) }
    }
  app.setValidatorCompiler(validator)
  app.setSerializerCompiler<v.GenericSchema>(
    ({ schema }) =>
      (data) =>
        JSON.stringify(v.parse(schema, data)),
  )

  // Some programs send the content type even without a body.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, String(body), done)
  })
}

function invalid(issues: readonly v.BaseIssue<unknown>[]) {
  const fields = Object.fromEntries(
    issues.map((issue) => [v.getDotPath(issue) ?? 'body', issue.received === 'undefined' ? 'missing' : 'invalid']),
  )
  return problem(422, 'invalid', { fields })
}
