import { drafts } from '../../data/drafts.ts'
import { readEmail } from './login-redirect.ts'

/** The e-mail that somebody typed and has not signed in with yet: a page loaded anew has it still. */
export const rememberedEmail = {
  get: (): string => readEmail(drafts.get('email')),
  save: (email: string): void => (email ? drafts.save('email', { email }) : drafts.clear('email')),
  forget: (): void => drafts.clear('email'),
}
