import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Checkbox, type CheckboxProps } from '../../ui/forms/choices.tsx'
import styles from './account-forms.module.css'

/** The checkbox that is required to register, with links to the terms and the privacy page. */
export function AcceptTerms(box: Omit<CheckboxProps, 'label' | 'note'>) {
  const { t } = useTranslation('people')
  return (
    <div>
      <Checkbox {...box} label={t('register.terms')} />
      <p className={styles.readFirst}>
        <a href={link(paths.terms)}>{t('register.readTerms')}</a>
        <a href={link(paths.privacy)}>{t('register.readPrivacy')}</a>
      </p>
    </div>
  )
}
