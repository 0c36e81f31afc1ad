import { asLanguage } from '../../../i18n/language.ts'
import { chooseLanguage } from '../../../i18n/start.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { HindiMark } from '../../../ui/brand/hindi-mark.tsx'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import styles from './language-toggle.module.css'

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
        chooseLanguage(other).catch(() => showToast({ message: t('language.failed') }))
      }}
    >
      {other === 'hi' ? <HindiMark /> : t('language.otherShort')}
    </button>
  )
}
