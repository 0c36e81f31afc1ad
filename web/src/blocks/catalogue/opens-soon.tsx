import { useSession } from '../../data/use-session.ts'
import '../../i18n/screens-english.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import styles from './opens-soon.module.css'

/** Shown while the shop has no flowers at all. Its owner reads what to do first. */
export function OpensSoon() {
  const { t } = useTranslation('pages')
  const { account } = useSession()
  if (account?.role === 'ADMIN') return <FirstSteps />
  return (
    <EmptyState
      picture="/flowers/white-lilies.svg"
      title={t('soon.title')}
      action={<ButtonLink href={link(paths.support)}>{t('soon.support')}</ButtonLink>}
    >
      <p>{t('soon.text')}</p>
    </EmptyState>
  )
}

function FirstSteps() {
  const { t } = useTranslation('pages')
  return (
    <EmptyState picture="/flowers/white-lilies.svg" title={t('soon.ownTitle')}>
      <p>{t('soon.ownText')}</p>
      <ol className={styles.steps}>
        <li>{t('soon.flowers')}</li>
        <li>
          <span>{`${t('soon.mail')} `}</span>
          <a href={link(paths.emailTest)}>{t('soon.mailLink')}</a>
        </li>
        <li>
          <span>{`${t('soon.contact')} `}</span>
          <a href={link(paths.support)}>{t('soon.contactLink')}</a>
        </li>
      </ol>
    </EmptyState>
  )
}
