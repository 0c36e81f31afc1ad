import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest, request, type ServerProcess, spawnServer } from '../testing.ts'

let folder = ''
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-fuzz-'))
  server = await spawnServer(folder)
  await request(server.url, 'PUT', '/db')
  await request(server.url, 'PUT', '/db/doc', {
    n: 1,
    _attachments: { a: { data: 'YQ==', content_type: 'text/plain' } },
  })
})

afterAll(async () => {
  expect((await request(server.url, 'GET', '/db/doc')).body.n).toBe(1)
  expect(server.process.exitCode).toBeNull()
  expect(server.errors()).toBe('')
  await server.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

describe('random requests', () => {
  const segments = fc.constantFrom(
    ...['db', 'doc', '_all_docs', '_changes', '_bulk_docs', '_bulk_get', '_revs_diff', '_find', '_index', '_explain'],
    ...[
      '_security',
      '_local',
      '_design',
      '_view',
      '_view_cleanup',
      '_info',
      'a',
      '_compact',
      '_revs_limit',
      '__proto__',
      'constructor',
      '..',
      '',
    ],
    ...['%2F', '%00', '%ff', '_node', '_config', '_all_dbs', '_dbs_info', '_uuids', '_session', '_db_updates', 'json'],
  )
  const names = fc.constantFrom(
    ...['limit', 'skip', 'since', 'key', 'keys', 'startkey', 'endkey', 'descending', 'include_docs', 'rev', 'revs'],
    ...['open_revs', 'atts_since', 'style', 'filter', 'conflicts', 'attachments', 'new_edits', 'count', 'update_seq'],
    ...[
      'inclusive_end',
      'latest',
      'meta',
      'doc_ids',
      'group',
      'group_level',
      'reduce',
      'q',
      '__proto__',
      'update',
      'stable',
    ],
  )
  const values = fc.oneof(
    fc.constantFrom(...['0', '-1', '1e9', 'null', 'true', 'false', '[]', '{}', '"a"', '["1-a"]', 'all', 'now', '1-a']),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.json({ maxDepth: 2 }),
  )
  const bodies = fc.oneof(
    fc.constant(''),
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .record(
        {
          docs: fc.array(
            fc.record(
              {
                _id: fc.oneof(fc.string({ maxLength: 6 }), fc.anything()),
                _rev: fc.string({ maxLength: 4 }),
                _revisions: fc.anything(),
                _deleted: fc.boolean(),
                id: fc.anything(),
                rev: fc.anything(),
              },
              { requiredKeys: [] },
            ),
            { maxLength: 4 },
          ),
          new_edits: fc.anything(),
          keys: fc.anything(),
          selector: fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom('a', '$or', '$not', 'a.b'), fc.anything())),
          fields: fc.anything(),
          sort: fc.anything(),
          index: fc.anything(),
        },
        { requiredKeys: [] },
      )
      .map((body) => {
        try {
          return JSON.stringify(body)
        } catch {
          return '{}'
        }
      }),
  )

  test('every request gets a response, and never a 500', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD'),
      fc.array(segments, { maxLength: 5 }),
      fc.array(fc.tuple(names, values), { maxLength: 3 }),
      bodies,
      async (method, path, query, body) => {
        // The database that the other requests need must not be deleted.
        if (method === 'DELETE' && path.filter((part) => part !== '').join('/') === 'db') return
        const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')
        const status = await rawRequest(
          server.url,
          method,
          `/${path.join('/')}${search && `?${search}`}`,
          method === 'GET' ? '' : body,
        )
        expect(
          status === 0 || status >= 500 ? status : 'answered',
          `${method} ${path.join('/')} ${search} ${body}`,
        ).toBe('answered')
      },
    )
    await fc.assert(property, { numRuns: 1500 })
  })

  test('a random selector gets no 500 either, with or without an index', async () => {
    await request(server.url, 'PUT', '/indexed')
    await request(server.url, 'POST', '/indexed/_bulk_docs', {
      docs: [null, false, 1, 'a', [1, 'b'], { c: 1 }].flatMap((a) => [{ a, b: a }, { b: { a } }]),
    })
    for (const fields of [['a'], ['a', 'b'], ['b.a']])
      await request(server.url, 'POST', '/indexed/_index', {
        index: { fields },
        name: fields.join('-'),
        ddoc: fields.join('-'),
      })
    const names = fc.constantFrom('a', 'b', 'b.a', 'a.0', '_id', 'toString', 'a\\.b', '', '.', '$')
    const operators = fc.constantFrom(
      ...[
        '$eq',
        '$ne',
        '$gt',
        '$gte',
        '$lt',
        '$lte',
        '$in',
        '$nin',
        '$exists',
        '$type',
        '$size',
        '$mod',
        '$all',
        '$not',
      ],
      ...['$and', '$or', '$nor', '$elemMatch', '$allMatch', '$keyMapMatch', '$beginsWith', '$nonsense'],
    )
    const { selector } = fc.letrec((tie) => {
      const members = (key: fc.Arbitrary<string>) => fc.dictionary(key, tie('argument'), { maxKeys: 3 })
      const value = fc.jsonValue({ maxDepth: 2 })
      return {
        selector: fc.oneof({ weight: 5, arbitrary: members(fc.oneof(names, operators)) }, value),
        argument: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          value,
          fc.integer({ min: -2, max: 2 }),
          members(operators),
          tie('selector'),
          fc.array(tie('selector'), { maxLength: 3 }),
        ),
      }
    })
    const sort = fc.oneof(
      fc.subarray(['a', 'b', '_id', 'b.a']),
      fc.constantFrom([{ a: 'desc' }], [{ a: 'up' }], 'a', [1]),
    )
    const index = fc.constantFrom(...['a', 'a-b', 'b.a', 'nothing', '_design/a/a', 'a/b/c'], ['a', 'a'], [], null, 5)
    const rest = fc.record(
      { sort, use_index: index, limit: fc.constantFrom(0, 1, 30, -1), skip: fc.nat(3), allow_fallback: fc.boolean() },
      { requiredKeys: [] },
    )
    const path = fc.constantFrom('_find', '_find', '_explain', '_changes?filter=_selector')
    const property = fc.asyncProperty(path, selector, rest, async (resource, said, more) => {
      const body = JSON.stringify({ selector: said, ...more })
      const status = await rawRequest(server.url, 'POST', `/indexed/${resource}`, body)
      expect([200, 400], `${resource} ${body}`).toContain(status)
    })
    await fc.assert(property, { numRuns: 1500 })
  }, 120_000)
})
