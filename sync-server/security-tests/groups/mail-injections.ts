import { ulidOf } from '#model'
import type { CaughtMail } from '../../email/demo-smtp.ts'
import { askedIntentOf, asPushed, newUlid } from '../../testing/device.ts'
import { type Attack, type AttackContext, JSON_TYPE, PATIENCE } from '../harness/attack.ts'
import { answered, expectResponse, perhaps } from '../harness/expect-response.ts'
import { allowIntent, rawIntent } from '../harness/intent-attacks.ts'
import { type Owner, push, pushTo, receiptOf } from '../harness/push-intents.ts'
import { send } from '../harness/raw-request.ts'

/** Nobody may get a mail at this address, and no mail may have this subject. */
const STRANGER = 'stranger@injected.example'
const SUBJECT = 'You have won'
const BODY_OF_THE_ATTACKER = 'Click here to collect'

/** What would begin another header, another mail or another command to the mail server. */
const INJECTIONS: readonly (readonly [name: string, text: string])[] = [
  ['a header', `A\r\nBcc: ${STRANGER}`],
  ['a header after a line feed', `A\nBcc: ${STRANGER}`],
  ['a header after a carriage return', `A\rBcc: ${STRANGER}`],
  ['a header after a line separator', `A\u2028Bcc: ${STRANGER}\u0085Cc: ${STRANGER}`],
  ['a folded header', `A\r\n Cc: ${STRANGER}\r\n\tTo: ${STRANGER}`],
  ['a subject', `A\r\nSubject: ${SUBJECT}`],
  ['a body', `A\r\n\r\n${BODY_OF_THE_ATTACKER}`],
  ['an end of the mail', `A\r\n.\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${STRANGER}>\r\nDATA\r\n`],
  ['an encoded word', `=?utf-8?B?${Buffer.from(`A\r\nBcc: ${STRANGER}`).toString('base64')}?=`],
  ['a quoted encoded word', `=?utf-8?Q?A=0D=0ABcc:_${STRANGER.replace('@', '=40')}?=`],
  ['a percent code', `A%0d%0aBcc: ${STRANGER}`],
  ['an address', `A <${STRANGER}>, ${STRANGER}`],
  ['a quoted address', `"A" <${STRANGER}>; "B`],
  ['a boundary', `A\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<h1>${SUBJECT}</h1>`],
]
const ADDRESSES = [
  ...[`a@mogra.example\r\nBcc: ${STRANGER}`, `a@mogra.example,${STRANGER}`, `a@mogra.example ${STRANGER}`],
  ...[
    `<${STRANGER}> a@mogra.example`,
    `"a\r\nBcc: ${STRANGER}"@mogra.example`,
    `a@mogra.example>\r\nRCPT TO:<${STRANGER}`,
  ],
  ...[`a@mogra.example%0d%0aBcc:${STRANGER}`, `a@mogra.example\u0000${STRANGER}`, `a@mogra.example;${STRANGER}`],
]
/** Fewer than an account may write a day. */
const WRITTEN_BY_ONE = 15
const FIELDS = ['name', 'subject', 'message'] as const

/**
 * Attacks through every field that ends in a mail, by intents and by the route, and at last a look at all mails that
 * were caught.
 */
export async function mailInjections(scene: AttackContext, allowed: Set<string>): Promise<Attack[]> {
  const { users } = scene
  const admin = await users.newcomer('ADMIN')
  const honest = { name: 'Asha', category: 'general', subject: 'A question', message: 'Where is it?' }
  const readMails = async (): Promise<CaughtMail[]> => {
    const outcome = await send(scene.url, { method: 'GET', target: '/dev/mail.json' }, PATIENCE)
    if (typeof outcome !== 'object') throw new Error(`the mails are ${outcome}`)
    return JSON.parse(outcome.body) as CaughtMail[]
  }

  /** Either the gate denies it, or it is decided; then the mails must be as they should. */
  async function ask(who: Owner, intent: { _id: string }): Promise<string | undefined> {
    const outcome = await pushTo(scene, who, push(asPushed(intent)))
    const complaint = expectResponse(outcome, answered(201), scene.secrets)
    if (complaint !== undefined || typeof outcome !== 'object') return complaint
    if (!outcome.body.includes('"error":"forbidden"')) await receiptOf(scene, who.mailbox, ulidOf(intent._id))
    await scene.target.rest()
    return injectedInto(await readMails())
  }

  let writer = { who: await users.newcomer(), written: 0 }
  const byIntent = async (name: string, payload: object): Promise<Attack> => {
    if (writer.written === WRITTEN_BY_ONE) writer = { who: await users.newcomer(), written: 0 }
    writer.written += 1
    const { who } = writer
    const intent = rawIntent('contact-support', { ...honest, email: who.email, ...payload })
    allowIntent(allowed, who, intent)
    allowed.add(`${who.mailbox}/ticket:${ulidOf(intent._id)}`)
    return { name: `contact-support with ${name}`, run: () => ask(who, intent) }
  }

  const byRoute = (name: string, more: object): Attack => ({
    name: `/api/email/support with ${name}`,
    async run() {
      const body = JSON.stringify({ ...honest, email: `writer-${newUlid().toLowerCase()}@mogra.example`, ...more })
      const outcome = await send(
        scene.url,
        { method: 'POST', target: '/api/email/support', headers: [JSON_TYPE], body },
        PATIENCE,
      )
      // There are so many that the address may have written enough.
      const complaint = expectResponse(outcome, perhaps(200), scene.secrets)
      if (complaint !== undefined) return complaint
      await scene.target.rest()
      return injectedInto(await readMails())
    },
  })

  /** A stranger's name and subject, and an admin's words, in one answer by mail. */
  const answering = async (name: string, text: string): Promise<Attack> => {
    const who = users.as.visitor as Owner
    const subject = text.replace(/[\r\n\u2028\u0085]+/g, ' ').slice(0, 80)
    const intent = rawIntent('contact-support', { ...honest, name: subject, subject, email: someAddress() })
    const answer = askedIntentOf('answer-ticket', { ticket: ulidOf(intent._id), version: 1, text })
    for (const [owner, one] of [
      [who, intent],
      [admin, answer],
    ] as const)
      allowIntent(allowed, owner, one)
    allowed.add(`${who.mailbox}/ticket:${ulidOf(intent._id)}`)
    allowed.add(`${who.mailbox}/notice:${ulidOf(answer._id)}`)
    return {
      name: `answer-ticket with ${name}`,
      run: async () => (await ask(who, intent)) ?? (await ask(admin, answer)),
    }
  }

  const attacks: Attack[] = []
  for (const field of FIELDS)
    for (const [name, text] of INJECTIONS) attacks.push(await byIntent(`${name} in ${field}`, { [field]: text }))
  for (const email of ADDRESSES) attacks.push(await byIntent(`the address ${JSON.stringify(email)}`, { email }))
  for (const [name, text] of INJECTIONS) {
    attacks.push(await byIntent(`${name} in job`, { job: text }))
    attacks.push(await byIntent(`${name} in category`, { category: text }))
    attacks.push(await byIntent(`${name} in order`, { order: text }))
  }
  for (const [name, text] of INJECTIONS.slice(0, 4)) attacks.push(byRoute(`${name} in all fields`, inAll(text)))
  for (const email of ADDRESSES.slice(0, 4)) attacks.push(byRoute(`the address ${JSON.stringify(email)}`, { email }))
  // A visitor may write five messages a day.
  for (const [name, text] of INJECTIONS.slice(0, 4)) attacks.push(await answering(name, text))
  return attacks
}

const inAll = (text: string) => ({ name: text, subject: text, message: text })
const someAddress = () => `asked-${newUlid().toLowerCase()}@mogra.example`

/** Returns what is wrong with the mails; undefined if none went to the stranger or has another's subject. */
function injectedInto(mails: readonly CaughtMail[]): string | undefined {
  for (const { to, subject } of mails) {
    if (to.includes('injected.example')) return `a mail went to ${to}`
    if (to.includes(',')) return `a mail went to ${to} at once`
    if (subject === SUBJECT) return 'a mail has the subject of an attacker'
    if (/[\r\n]/.test(subject)) return `a subject has several lines: ${JSON.stringify(subject)}`
  }
  return undefined
}
