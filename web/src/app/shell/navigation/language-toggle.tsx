import { asLanguage, type Language } from '../../../i18n/language.ts'
import { chooseLanguage } from '../../../i18n/start.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { HindiMark } from '../../../ui/brand/hindi-mark.tsx'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import styles from './language-toggle.module.css'

/** Loaded late: home needs none of it. A failure is no news to a person who only wanted to read. */
const saveForMails = (language: Language) =>
  import('../../../data/people/language.ts').then(({ tellLanguage }) => tellLanguage(language)).catch(() => undefined)

/** Shows the other language's name in that language. */
export function LanguageToggle() {
  const { t, i18n } = useTranslation('shell')
  const other = asLanguage(i18n.language) === 'en' ? 'hi' : 'en'
  return (
    <button
      type="button"
      className={styles.toggle}
      lang={other}
      aria-label={t('language.other')}
      onClick={() => {
        chooseLanguage(other).then(
          () => void saveForMails(other),
          () => showToast({ message: t('language.failed') }),
        )
      }}
    >
      {other === 'hi' ? <HindiMark /> : t('language.otherShort')}
    </button>
  )
}
