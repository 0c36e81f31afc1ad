import { Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import { phoneLink, whatsAppLink } from '../../contact.ts'
import { useCompany } from '../../data/catalogue/company.ts'
import { useSession } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link } from '../../paths.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { OrnamentStrip } from '../../ui/brand/ornament-strip.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import styles from './footer.module.css'
import { useFooterLinks } from './navigation/nav-links.ts'

export function Footer() {
  const { t } = useTranslation('shell')
  const { language } = useFormat()
  const company = useCompany()
  const { account } = useSession()
  const links = useFooterLinks()
  const text = account ? t('footer.whatsAppNamed', { name: account.name }) : t('footer.whatsAppText')

  return (
    <footer className={styles.footer} data-shell-part="footer">
      <OrnamentStrip />
      <div className={styles.inner}>
        <div className={styles.brand}>
          <Logo />
          <p>{t('footer.tagline')}</p>
          {company && (
            <ButtonLink href={whatsAppLink(company, text)} target="_blank" rel="noopener noreferrer">
              <MessageCircle aria-hidden="true" />
              <span>{t('footer.whatsApp')}</span>
            </ButtonLink>
          )}
        </div>
        <nav aria-label={t('footer.label')}>
          <ul className={styles.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <a href={link(to)}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        {company && (
          <address className={styles.links}>
            <a href={`mailto:${company.supportEmail}`}>
              <Mail aria-hidden="true" />
              <span>{company.supportEmail}</span>
            </a>
            <a href={phoneLink(company)}>
              <Phone aria-hidden="true" />
              <span>{company.supportPhone}</span>
            </a>
            <span>
              <MapPin aria-hidden="true" />
              <span>{company.postalAddress[language]}</span>
            </span>
          </address>
        )}
      </div>
      <p className={styles.copyright}>{t('footer.copyright')}</p>
    </footer>
  )
}
