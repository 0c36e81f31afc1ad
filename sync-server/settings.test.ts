import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const LIVE = { COUCHDB_URL: 'http://admin:pw@127.0.0.1:5984', SMTP_URL: 'smtp://mail.example:587' }

test('with nothing set it is a demo on this machine alone', () => {
  expect(readSettings({})).toMatchObject({ mode: 'demo', host: '127.0.0.1', port: 3000, couchdbUrl: undefined })
  expect(readSettings({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
})

test.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ HOST: 'a b' }, 'HOST'],
  [{ HOST: '0.0.0.0' }, 'HOST'],
  [{ MOGRA_MODE: 'test' }, 'MOGRA_MODE'],
  [{ MOGRA_MODE: 'live' }, 'COUCHDB_URL'],
  [{ COUCHDB_URL: 'ftp://x' }, 'COUCHDB_URL'],
  [{ COUCHDB_URL: 'http://127.0.0.1:5984', MOGRA_MODE: 'demo' }, 'COUCHDB_URL'],
  [{ COUCHDB_URL: LIVE.COUCHDB_URL }, 'SMTP_URL'],
  [{ ...LIVE, SMTP_URL: 'mail.example' }, 'SMTP_URL'],
  [{ ...LIVE, SMTP_URL: 'smtp://' }, 'SMTP_URL'],
  [{ ...LIVE, PUBLIC_URL: 'mogra.example' }, 'PUBLIC_URL'],
  [{ ...LIVE, PUBLIC_URL: 'http://x/path' }, 'PUBLIC_URL'],
  [{ ...LIVE, PUBLIC_URL: 'http://x/?y' }, 'PUBLIC_URL'],
  [{ ...LIVE, MAIL_FROM: 'nonsense' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'Mogra <a@b> <c@d>' }, 'MAIL_FROM'],
])('%j stops the start with one sentence that names %s', (env, name) => {
  expect(() => readSettings(env)).toThrow(new RegExp(`^${name} [^\n]+[.]$`))
})

test.each(['Mogra <hello@mogra.example>', 'hello@mogra.example', '<hello@mogra.example>', 'मोगरा <a@b.example>'])(
  'mail may come from %s',
  (MAIL_FROM) => {
    expect(readSettings({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  },
)

test.each([
  'ftp://admin:secret@couch',
  'ftp://admin:se/cret@couch',
  'ftp://admin:se@cret@couch',
  'ftp://admin:cret@@/@x',
])('no password of %s is said aloud', (url) => {
  for (const name of ['COUCHDB_URL', 'SMTP_URL', 'PUBLIC_URL'])
    expect(() => readSettings({ [name]: url })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('cret') }),
    )
})
