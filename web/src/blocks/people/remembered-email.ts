import { drafts } from '../../data/drafts.ts'
import { readEmail } from './login-redirect.ts'

/** The e-mail that a person typed but has not signed in with yet; it survives a reload. */
export const rememberedEmail = {
  get: (): string => readEmail(drafts.get('email')),
  save: (email: string): void => (email ? drafts.save('email', { email }) : drafts.clear('email')),
  forget: (): void => drafts.clear('email'),
}
