import { CreditCard, Eye, ShieldCheck, UserCog } from 'lucide-react'
import { COOKIES, company, cookieName, KEPT_DATA, KEPT_FOR } from '#model'
import { useTranslation } from '../../i18n/use-translation.ts'
import { CardList } from './card-list.tsx'
import { KeptList } from './kept-list.tsx'
import styles from './legal-page.module.css'
import { LegalPage } from './legal-page.tsx'

const COOKIE_IDS = Object.keys(COOKIES) as (keyof typeof COOKIES)[]
const cookieCount = COOKIE_IDS.length

export function PrivacyScreen() {
  const { t } = useTranslation('legal')
  const { privacyEmail: email, phone } = company
  const highlights = [
    { icon: ShieldCheck, ...t('privacy.highlights.protection', { returnObjects: true }) },
    { icon: CreditCard, ...t('privacy.highlights.secure', { returnObjects: true }) },
    { icon: Eye, ...t('privacy.highlights.transparency', { returnObjects: true, cookieCount }) },
    { icon: UserCog, ...t('privacy.highlights.control', { returnObjects: true }) },
  ]
  return (
    <LegalPage
      title={t('privacy.title')}
      intro={t('privacy.intro')}
      sections={t('privacy.sections', { returnObjects: true, email, phone, ...KEPT_FOR })}
      after={{
        collected: (
          <>
            <KeptData />
            <Cookies />
          </>
        ),
        rights: <Remains />,
      }}
      email={email}
    >
      <section className={styles.section}>
        <h2>{t('privacy.highlightsTitle')}</h2>
        <CardList cards={highlights} />
      </section>
    </LegalPage>
  )
}

function KeptData() {
  const { t } = useTranslation('legal')
  const texts = t('privacy.kept', { returnObjects: true, ...KEPT_FOR })
  const places = t('privacy.places', { returnObjects: true })
  const words = t('privacy.words', { returnObjects: true })
  return (
    <KeptList
      label={words.kept}
      entries={KEPT_DATA.map(({ id, places: at }) => ({
        id,
        title: texts[id].title,
        what: texts[id].what,
        facts: [
          { label: words.why, text: texts[id].why },
          { label: words.howLong, text: texts[id].howLong },
          { label: words.where, text: at.map((place) => places[place]).join(' · ') },
        ],
      }))}
    />
  )
}

function Cookies() {
  const { t } = useTranslation('legal')
  const texts = t('privacy.cookies', { returnObjects: true, ...KEPT_FOR })
  const words = t('privacy.words', { returnObjects: true })
  const isHttps = location.protocol === 'https:'
  return (
    <>
      <p>{words.cookiesText}</p>
      <KeptList
        label={words.cookies}
        entries={COOKIE_IDS.map((id) => ({
          id,
          title: <code>{cookieName(COOKIES[id].name, isHttps)}</code>,
          facts: [
            { label: words.why, text: texts[id].why },
            { label: words.howLong, text: texts[id].howLong },
          ],
        }))}
      />
    </>
  )
}

/** Lists what remains after a deletion. */
function Remains() {
  const { t } = useTranslation('legal')
  const texts = t('privacy.remains', { returnObjects: true, ...KEPT_FOR })
  return (
    <>
      <p>{t('privacy.words.remains')}</p>
      <ul className={styles.bullets}>
        {KEPT_DATA.map((kept) => kept.remains && <li key={kept.id}>{texts[kept.id]}</li>)}
      </ul>
    </>
  )
}
