import { Mail, MessageCircle, Package, Phone } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { hourOf, supportConversation, ulidOf } from '#model'
import { MessageLink } from '../../blocks/conversations/message-link.tsx'
import { SamePerson, SignedOut } from '../../blocks/people/same-person.tsx'
import { useNow } from '../../clock/use-now.ts'
import { phoneLink, whatsAppLink } from '../../contact.ts'
import { useCompany } from '../../data/catalogue/company.ts'
import { type OrderView, ordersNewestFirst } from '../../data/orders/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import { english } from '../../i18n/support-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ContactSupportForm } from './contact-support.tsx'
import { OwnTickets } from './own-tickets.tsx'
import styles from './support.module.css'

// A chunk of its own: the words and their search are not needed to write a message.
const Faq = lazy(() => import('./faq.tsx').then(({ Faq }) => ({ default: Faq })))

type JobId = keyof typeof english.support.jobs
const isJob = (id: string | null): id is JobId => id !== null && Object.hasOwn(english.support.jobs, id)

export function SupportScreen() {
  const [query] = useSearchParams()
  const { t } = useTranslation('support')
  const named = query.get('job')
  const job = isJob(named) ? { id: named, title: t('jobs', { returnObjects: true })[named] } : undefined
  return (
    <Page>
      <div className={styles.screen} data-job={job ? '' : undefined}>
        <Head />
        <Ways />
        <Suspense fallback={<section className={styles.faq} />}>
          <Faq />
        </Suspense>
        <SamePerson signedOut={<SignedOutSection />}>
          {/* A form of its own for each job: what was typed about another is not sent with it. */}
          <ContactSupportForm key={job?.id ?? ''} job={job} />
        </SamePerson>
        <OwnTickets />
      </div>
    </Page>
  )
}

function Head() {
  const { t } = useTranslation('support')
  const now = useNow()
  const { account } = useSession()
  const orders = useLive(ordersNewestFirst)
  const open = orders.status === 'ready' ? orders.data.items.find(isUnderWay) : undefined
  return (
    <header className={styles.head}>
      <div>
        <h1>{t('title')}</h1>
        <p className={styles.hours}>{`${t('hours')} ${isOpenAt(now) ? t('open') : t('closed')}`}</p>
      </div>
      <div className={styles.headActs}>
        <ButtonLink href={link(open ? paths.orderTracking(ulidOf(open.id)) : paths.orderHistory)}>
          <Package aria-hidden="true" />
          <span>{t('track')}</span>
        </ButtonLink>
        {account && (
          <MessageLink conversation={supportConversation(account.id)}>
            <MessageCircle aria-hidden="true" />
            <span>{t('writeToMogra')}</span>
          </MessageLink>
        )}
      </div>
    </header>
  )
}

const isUnderWay = ({ stage, order, isWithdrawn }: OrderView) =>
  stage !== 'refused' && !isWithdrawn && !['delivered', 'cancelled', 'failed'].includes(order?.status ?? '')

/** From 9 AM to 10 PM in India. */
function isOpenAt(time: Date): boolean {
  const hour = hourOf(time)
  return hour >= 9 && hour < 22
}

function SignedOutSection() {
  return (
    <section className={styles.write}>
      <SignedOut heading="h2" />
    </section>
  )
}

/** Links to a call, WhatsApp and e-mail. */
function Ways() {
  const { t } = useTranslation('support')
  const { t: shell } = useTranslation('shell')
  const { account } = useSession()
  const company = useCompany()
  if (!company) return null
  const greeting = account ? shell('footer.whatsAppNamed', { name: account.name }) : shell('footer.whatsAppText')
  return (
    <nav aria-label={t('ways.label')}>
      <ul className={styles.ways}>
        <li>
          <a className={styles.way} href={phoneLink(company)}>
            <Phone aria-hidden="true" />
            <b>{t('ways.call')}</b>
            <span>{company.supportPhone}</span>
          </a>
        </li>
        <li>
          <a className={styles.way} href={whatsAppLink(company, greeting)} target="_blank" rel="noopener noreferrer">
            <MessageCircle aria-hidden="true" />
            <b>{t('ways.whatsApp')}</b>
            <span>{t('ways.whatsAppText')}</span>
          </a>
        </li>
        <li>
          <a className={styles.way} href={`mailto:${company.supportEmail}`}>
            <Mail aria-hidden="true" />
            <b>{t('ways.email')}</b>
            <span>{company.supportEmail}</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}
