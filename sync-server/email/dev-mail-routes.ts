import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from '../http/address-limits.ts'
import { problem } from '../http/problem.ts'
import type { ThroughputLimits } from '../http/throughput-limits.ts'
import { LOOPBACK } from '../settings/loopback.ts'
import type { Settings } from '../settings/settings.ts'
import type { DemoSmtp } from './demo-smtp.ts'
import { html } from './templates/markup.ts'

interface Needs {
  demoSmtp: DemoSmtp | undefined
  now: () => Date
  settings: Settings
}

/** Concurrent pages for one address; each page contains all caught mails. */
const PAGES_AT_ONCE = 16

/** Demo mode only: the mails that the demo caught instead of sending them. */
export function devMailRoutes(
  app: FastifyInstance,
  { demoSmtp, now, settings }: Needs,
  throughput: ThroughputLimits,
): void {
  const mails = () => demoSmtp?.mails() ?? []

  app.addHook('onRequest', async ({ ip }, reply) => {
    throughput.begin(reply, [{ name: `caught mail to ${addressGroup(ip)}`, most: PAGES_AT_ONCE }])
    throughput.watch(reply)
  })

  // Another site could point its domain at this machine, so that the browser treats its page as ours; such a page must
  // not read the codes.
  const ours = [new URL(settings.publicUrl).hostname, settings.host, 'localhost', '127.0.0.1', '[::1]']
  const isPublic = !LOOPBACK.includes(settings.host)
  const onRequest = async ({ hostname }: FastifyRequest) => {
    if (!isPublic && !ours.includes(hostname)) throw problem(404, 'not_found')
  }

  app.get('/dev/mail.json', { onRequest }, async () => mails())

  app.get('/dev/mail.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))

  app.get('/dev/mail', { onRequest }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page().text),
  )

  const clock = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', timeZone: 'Asia/Kolkata' })
  const page = () => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mogra: caught mail</title>
<link rel="stylesheet" href="/dev/mail.css">
</head>
<body>
<header><h1>Caught mail</h1><nav><a href="/dev/mail">Reload</a> <a href="/">To the shop</a></nav></header>
<main>
<p>${demoSmtp ? 'This is a demo: mails are kept here instead of being sent. Newest first.' : 'Mails are sent by the mail server that SMTP_URL names.'}</p>
${mails().length === 0 ? html`<p>No mail yet (${clock.format(now())}).</p>` : html``}
${mails().map(
  (mail) => html`<article>
<h2>${mail.subject}</h2>
<p>To ${mail.to}, <time datetime="${mail.receivedAt}">${clock.format(new Date(mail.receivedAt))}</time></p>
<pre>${mail.text.trim()}</pre>
</article>
`,
)}
</main>
</body>
</html>`
}

const STYLE = `:root { color-scheme: light dark; --paper: #faf5ea; --raised: #fffdf7; --ink: #1a2c22; --line: #857e6a; --leaf: #14573b }
@media (prefers-color-scheme: dark) { :root { --paper: #121a15; --raised: #1b2520; --ink: #f3eddE; --line: #7c8a7f; --leaf: #8fd6ab } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 16px; max-width: 720px; background: var(--paper); color: var(--ink); font: 16px/1.5 Hind, 'Noto Sans Devanagari', system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; gap: 0 16px; align-items: baseline; justify-content: space-between }
h1 { margin: 0; font-size: 26px } h2 { margin: 0; font-size: 18px }
a { display: inline-block; padding: 12px 8px; color: var(--leaf) }
article { margin: 16px 0; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised) }
article p { margin: 4px 0 }
pre { margin: 12px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
`
