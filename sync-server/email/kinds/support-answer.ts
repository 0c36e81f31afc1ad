import * as v from 'valibot'
import { ticketNumber } from '#model'
import { adminLines, userLine } from '../templates/escape-user-text.ts'
import { defineMail } from './define-mail.ts'

/** Our answer to a message to support. */
export const supportAnswer = defineMail({
  parameters: v.strictObject({ name: userLine, subject: userLine, answer: adminLines, ticketId: ticketNumber }),
  words: {
    en: {
      heading: 'Our answer to your message',
      hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
      about: (subject: string) => (subject === '' ? 'You wrote to us.' : `You wrote to us about: ${subject}`),
      answer: 'Our answer',
      further: 'Is something still open? Reply to this mail, or write to us again in the app.',
    },
    hi: {
      heading: 'आपके संदेश का जवाब',
      hello: (name) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
      about: (subject) => (subject === '' ? 'आपने हमें लिखा था।' : `आपने हमें इस बारे में लिखा था: ${subject}`),
      answer: 'हमारा जवाब',
      further: 'कुछ बाक़ी है? इस मेल का जवाब दें, या ऐप में हमें फिर लिखें।',
    },
  },
  letter: (words, { name, subject, answer, ticketId }, { supportEmail }) => ({
    subject: `[${ticketId}] ${words.heading}`,
    heading: words.heading,
    replyTo: supportEmail,
    parts: [
      { paragraph: words.hello(name) },
      { paragraph: words.about(subject) },
      { lines: { label: words.answer, lines: answer } },
      { note: words.further },
    ],
  }),
})
