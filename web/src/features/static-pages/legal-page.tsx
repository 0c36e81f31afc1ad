import { Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContactData } from '#model'
import { phoneLink, whatsAppLink } from '../../contact.ts'
import { useCompany } from '../../data/catalogue/company.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import '../../i18n/static-page-texts.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import styles from './legal-page.module.css'

export interface LegalPageProps<Section extends string> {
  title: string
  intro: string
  /** Shown in this order; each line of the text is a paragraph. */
  sections: Record<Section, { title: string; text: string }>
  /** Shown after the text of a section. */
  after?: Partial<Record<Section, ReactNode>>
  /** The address for questions about this page. */
  email: 'legalEmail' | 'privacyEmail'
  /** Shown before the sections. */
  children?: ReactNode
}

/** Numbered sections, and a contact for questions. */
export function LegalPage<Section extends string>({
  title,
  intro,
  sections,
  after = {},
  email,
  children,
}: LegalPageProps<Section>) {
  const { t } = useTranslation('legal')
  const company = useCompany()
  return (
    <Page width="text">
      <article className={styles.legal}>
        <header>
          <h1>{title}</h1>
          <p className={styles.intro}>{intro}</p>
          <p className={styles.updated}>{t('updated')}</p>
        </header>
        {children}
        {(Object.keys(sections) as Section[]).map((id, n) => (
          <section key={id} className={styles.section}>
            <h2>{`${n + 1}. ${sections[id].title}`}</h2>
            {sections[id].text.split('\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {after[id]}
          </section>
        ))}
        <Panel>
          <section className={styles.section}>
            <h2>{t('contact.title')}</h2>
            <p>{t('contact.text')}</p>
            {company && <Ways company={company} email={company[email]} />}
          </section>
        </Panel>
      </article>
    </Page>
  )
}

function Ways({ company, email }: { company: ContactData; email: string }) {
  const { t } = useTranslation('legal')
  return (
    <div className={styles.ways}>
      <ButtonLink href={`mailto:${email}`}>
        <Mail aria-hidden="true" />
        <span>{email}</span>
      </ButtonLink>
      <ButtonLink href={phoneLink(company)}>
        <Phone aria-hidden="true" />
        <span>{company.supportPhone}</span>
      </ButtonLink>
      <ButtonLink href={whatsAppLink(company, t('contact.greeting'))} target="_blank" rel="noopener noreferrer">
        <MessageCircle aria-hidden="true" />
        <span>{t('contact.chat')}</span>
      </ButtonLink>
    </div>
  )
}
