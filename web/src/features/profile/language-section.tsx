import styles from '../../blocks/people/profile.module.css'
import { tellLanguage } from '../../data/people/language.ts'
import { type Language, useFormat } from '../../i18n/format.ts'
import { chooseLanguage } from '../../i18n/start.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { ChipGroup } from '../../ui/forms/choices.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'

/** Changes the language of this app at once, and that of the mails once the service has stored it. */
export function LanguageSection() {
  const { t } = useTranslation('people')
  const { language } = useFormat()

  const choose = async (next: Language) => {
    try {
      await chooseLanguage(next)
    } catch {
      return showToast({ message: t('language.failed') })
    }
    await saveOrToast(tellLanguage(next))
  }

  return (
    <section className={styles.section} aria-labelledby="profile-language">
      <h2 id="profile-language">{t('language.title')}</h2>
      <ChipGroup
        legend={t('language.title')}
        legendHidden
        value={language}
        onChange={(next) => void choose(next)}
        options={[
          { value: 'en', label: <span lang="en">{t('language.english')}</span> },
          { value: 'hi', label: <span lang="hi">{t('language.hindi')}</span> },
        ]}
      />
      <p className={styles.quiet}>{t('language.text')}</p>
    </section>
  )
}
