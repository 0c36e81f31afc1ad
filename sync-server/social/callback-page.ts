import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#model'
import { html } from '../email/templates/markup.ts'

const SAYS: Record<Language, { done: string; back: string }> = {
  en: { done: 'Done. You can close this window.', back: 'Back to Mogra' },
  hi: { done: 'हो गया। आप यह विंडो बंद कर सकते हैं।', back: 'मोगरा पर वापस जाएँ' },
}

/**
 * Sends the page in the provider's window. It tells the page that opened it to ask for the result, and closes; the link
 * is for windows that cannot close.
 */
export function answerPopup(reply: FastifyReply, language: Language, backTo: string): FastifyReply {
  const { done, back } = SAYS[language]
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mogra</title>
<link rel="stylesheet" href="/api/social/popup.css">
<script src="/api/social/popup.js" defer></script>
</head>
<body><main><p>${done}</p><p><a href="${backTo}">${back}</a></p></main></body>
</html>`
  // With the usual policy, the browser would separate the window from the page that waits for it to close.
  reply.header('cross-origin-opener-policy', 'unsafe-none')
  return reply.type('text/html; charset=utf-8').send(page.text)
}

/** Serves script and style as files, because the page's policy allows none inside the page. */
export function callbackPageFiles(app: FastifyInstance): void {
  const file = (path: string, type: string, text: string) =>
    app.get(path, async (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text))
  file('/api/social/popup.js', 'text/javascript', SCRIPT)
  file('/api/social/popup.css', 'text/css', STYLE)
}

// The message says only that there is a result to ask for; only pages of this origin receive it.
const SCRIPT = `new BroadcastChannel('mogra-social').postMessage('answered')
window.close()
`

const STYLE = `:root { color-scheme: light dark; --paper: #faf5ea; --ink: #1a2c22; --leaf: #14573b }
@media (prefers-color-scheme: dark) { :root { --paper: #121a15; --ink: #f3edde; --leaf: #8fd6ab } }
body { margin: 0; padding: 24px; background: var(--paper); color: var(--ink); font: 16px/1.5 Hind, 'Noto Sans Devanagari', system-ui, sans-serif; text-align: center }
a { display: inline-block; padding: 12px 8px; color: var(--leaf) }
`
