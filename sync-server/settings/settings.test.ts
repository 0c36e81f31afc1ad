import { expect, test } from 'vitest'
import { sessionCookieOptions } from '../accounts/session-cookie.ts'
import { isHttps } from './public-url.ts'
import { readSettings } from './settings.ts'

const LIVE = {
  COUCHDB_URL: 'http://admin:pw@127.0.0.1:5984',
  SMTP_URL: 'smtp://mail.example:587',
  PUBLIC_URL: 'https://mogra.example/',
  MAIL_FROM: 'Mogra <hello@mogra.example>',
}

test('without settings it is a demo on this machine only', () => {
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
  [{ ...LIVE, PUBLIC_URL: undefined }, 'PUBLIC_URL'],
  [{ ...LIVE, PUBLIC_URL: 'http://mogra.example' }, 'PUBLIC_URL'],
  [{ ...LIVE, MAIL_FROM: undefined }, 'MAIL_FROM'],
  [{ ...LIVE, PUBLIC_URL: 'mogra.example' }, 'PUBLIC_URL'],
  [{ ...LIVE, PUBLIC_URL: 'http://x/path' }, 'PUBLIC_URL'],
  [{ ...LIVE, PUBLIC_URL: 'http://x/?y' }, 'PUBLIC_URL'],
  [{ ...LIVE, PUBLIC_URL: 'https://mogra.example?' }, 'PUBLIC_URL'],
  [{ ...LIVE, PUBLIC_URL: 'https://mogra.example/#' }, 'PUBLIC_URL'],
  [{ ...LIVE, PUBLIC_URL: 'https://:pw@mogra.example' }, 'PUBLIC_URL'],
  [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET'],
  [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID'],
  [{ GOOGLE_ISSUER: 'https://x.example' }, 'GOOGLE_CLIENT_ID'],
  [{ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y z' }, 'GOOGLE_CLIENT_SECRET'],
  [{ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y', GOOGLE_ISSUER: 'http://x.example' }, 'GOOGLE_ISSUER'],
  [{ FACEBOOK_APP_ID: 'x' }, 'FACEBOOK_APP_SECRET'],
  [{ FACEBOOK_APP_SECRET: 'x' }, 'FACEBOOK_APP_ID'],
  [{ FACEBOOK_APP_ID: 'x', FACEBOOK_APP_SECRET: 'y', FACEBOOK_GRAPH_URL: 'graph' }, 'FACEBOOK_GRAPH_URL'],
  [{ ...LIVE, MAIL_FROM: 'nonsense' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'Mogra <a@b> <c@d>' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'Mogra <hello@mogra>' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'hello@localhost' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'hello@mogra.' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'Mogra <hello@.example>' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'a,b@c.de' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'a@c.de, b@c.de' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'hel:lo@mogra.example' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'Mogra: Flowers <hello@mogra.example>' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'Mogra: hello@mogra.example;' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: '.@mogra.example' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'hello.@mogra.example' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'hello@-mogra.example' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'hello@mogra-.example' }, 'MAIL_FROM'],
  [{ ...LIVE, MAIL_FROM: 'Mogra <hel lo@mogra.example>' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'hello@-mogra' }, 'MAIL_FROM'],
  [{ ...LIVE, COUCHDB_URL: 'http://admin@127.0.0.1:5984' }, 'COUCHDB_URL'],
  [{ ...LIVE, COUCHDB_URL: 'http://:pw@127.0.0.1:5984' }, 'COUCHDB_URL'],
  [{ ...LIVE, COUCHDB_URL: 'http://admin:100%@127.0.0.1:5984' }, 'COUCHDB_URL'],
  [{ ...LIVE, SMTP_URL: 'smtp://name:100%@mail.example' }, 'SMTP_URL'],
])('%j stops the start with one sentence that names %s', (env, name) => {
  expect(() => readSettings(env)).toThrow(new RegExp(`^${name} [^\n]+[.]$`))
})

test.each([{ COUCHDB_URL: LIVE.COUCHDB_URL }, { ...LIVE, MOGRA_MODE: 'live' }, { MOGRA_MODE: 'live' }])(
  'a command for demos refuses %j',
  (env) => {
    expect(() => readSettings(env, { isDemoOnly: true })).toThrow(/^Sample data is for a demo only[^\n]+[.]$/)
  },
)

test('a command for demos may use a CouchDB', () => {
  const env = { COUCHDB_URL: LIVE.COUCHDB_URL, MOGRA_MODE: 'demo' }
  expect(readSettings(env, { isDemoOnly: true })).toMatchObject({ mode: 'demo', couchdbUrl: LIVE.COUCHDB_URL })
})

test('a live service starts with all settings that it needs', () => {
  expect(readSettings(LIVE)).toMatchObject({ mode: 'live', publicUrl: 'https://mogra.example' })
})

test.each(['HTTPS://Mogra.example', 'https:mogra.example', 'https://mogra.example:443/'])(
  'the address %s is reduced to its origin, and cookies are secure',
  (PUBLIC_URL) => {
    const { publicUrl } = readSettings({ ...LIVE, PUBLIC_URL })
    expect(publicUrl).toBe('https://mogra.example')
    expect(isHttps(publicUrl)).toBe(true)
    expect(sessionCookieOptions(publicUrl)).toMatchObject({ secure: true })
  },
)

test.each([
  'Mogra <hello@mogra.example>',
  'hello@mogra.example',
  '<hello@mogra.example>',
  'मोगरा <a@b.example>',
  '"Mogra: Flowers" <hello@mogra.example>',
  '"Mogra, Flowers" <no-reply.to+this@m-1.mogra.example>',
])('mail may come from %s', (MAIL_FROM) => {
  expect(readSettings({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
})

test.each<[setting: string, value: string, shown?: string]>([
  ['MAIL_FROM', 'Mogra <hello@mogra', 'Mogra <hello@mogra'],
  ['MAIL_FROM', 'hello@', 'hello@'],
  ['MAIL_FROM', 'Mogra "flowers" hello@mogra.example', 'Mogra \\"flowers\\" hello@mogra.example'],
  ['MAIL_FROM', 'Mogra <hello@mogra>', 'Mogra <hello@mogra>'],
  ['PUBLIC_URL', 'http://mogra.example', 'http://mogra.example'],
  ['PUBLIC_URL', 'mogra.example:8080', 'mogra.example:8080'],
  ['PUBLIC_URL', 'https://mogra.example/shop', 'https://mogra.example/shop'],
  ['SMTP_URL', 'mail.example:587', 'mail.example:587'],
  ['SMTP_URL', 'https://mail.example', 'https://mail.example'],
  ['SMTP_URL', 'name:secret@mail.example:587', 'name:…@mail.example:587'],
  ['SMTP_URL', 'http://name:secret@mail.example:587', 'http://…@mail.example:587'],
  ['COUCHDB_URL', '127.0.0.1:5984', '127.0.0.1:5984'],
  ['COUCHDB_URL', 'http://127.0.0.1:5984', 'http://127.0.0.1:5984'],
  ['PORT', '80a', '80a'],
  ['HOST', 'my host', 'my host'],
  ['MOGRA_MODE', 'prod', 'prod'],
  ['GOOGLE_ISSUER', 'http://accounts.google.com', 'http://accounts.google.com'],
  ['FACEBOOK_GRAPH_URL', 'https://graph.example/?access_token=secret', 'https://graph.example/?…'],
])('a wrong %s is shown as it was set: %s', (name, value, shown) => {
  const social = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's', FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: '2' }
  expect(() => readSettings({ ...LIVE, ...social, [name]: value })).toThrow(`; it is "${shown}".`)
})

test('a demo may send mail from a name of the local network', () => {
  expect(readSettings({ MAIL_FROM: 'Mogra <hello@localhost>' }).mailFrom).toBe('Mogra <hello@localhost>')
  expect(readSettings({ ...LIVE, MAIL_FROM: 'मोगरा <नमस्ते@फूल.भारत>' }).mailFrom).toContain('फूल.भारत')
})

test.each([
  'ftp://admin:secret@couch',
  'ftp://admin:se/cret@couch',
  'ftp://admin:se@cret@couch',
  'ftp://admin:cret@@/@x',
  'admin:secret@couch:5984',
  'admin:se\ncret@couch:5984',
  'admin:secret',
  'ftp://admin:secret',
  'ftp://admin:se/cret',
  'http:/admin:secret@couch',
  'ftp://secret@couch',
])('no message contains the password of %s', (url) => {
  for (const name of ['COUCHDB_URL', 'SMTP_URL', 'PUBLIC_URL', 'PORT', 'MOGRA_MODE'])
    expect(() => readSettings({ [name]: url })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('cret') }),
    )
})

test('a provider needs all its settings, and no message contains its secret', () => {
  expect(readSettings({}).social).toEqual({})
  const env = {
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 's e c r e t',
    FACEBOOK_APP_ID: '1',
    FACEBOOK_APP_SECRET: '2',
  }
  expect(() => readSettings(env)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('s e c') }))
  expect(readSettings({ ...env, GOOGLE_CLIENT_SECRET: 'secret' }).social).toEqual({
    google: { clientId: 'id', clientSecret: 'secret', issuer: 'https://accounts.google.com' },
    facebook: {
      ...{ appId: '1', appSecret: '2', loginUrl: expect.stringContaining('https://www.facebook.com/') },
      graphUrl: expect.stringContaining('https://graph.facebook.com/'),
    },
  })
})
