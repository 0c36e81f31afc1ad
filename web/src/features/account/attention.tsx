import { useTranslation } from 'react-i18next'
import { ulidOf } from '#model'
import { type AttentionItem, attention, needsAttention } from '../../data/attention.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblem } from '../../i18n/problem.ts'
import { link, paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { didSave } from '../../ui/feedback/did-save.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Failed } from '../../ui/feedback/failed.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { useKeptFocus } from '../../ui/layout/kept-focus.ts'
import { Page } from '../../ui/layout/page.tsx'
import styles from './attention.module.css'

/** What was refused, why, and a way on. */
export function AttentionScreen() {
  const { t } = useTranslation('account')
  const items = useLive(needsAttention)
  const keptFocus = useKeptFocus('h1')
  if (items.status === 'loading') return <Loading />
  if (items.status === 'failed') return <Failed error={items.error} />
  return (
    <Page width="narrow">
      <div {...keptFocus} className={styles.screen}>
        {items.data.length === 0 ? (
          <EmptyState heading="h1" title={t('attention.none')}>
            {t('attention.noneText')}
          </EmptyState>
        ) : (
          <>
            <h1>{t('attention.title')}</h1>
            <ul className={styles.items}>
              {items.data.map((item) => (
                <li key={item.id}>
                  <Item item={item} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Page>
  )
}

function Item({ item }: { item: AttentionItem }) {
  const { t } = useTranslation('account')
  const { dateTime } = useFormat()
  const problem = useProblem()
  const isOrder = item.intent?.kind === 'place-order'

  const retry = async () => {
    const outcome = await attention.retry(item.id).catch(() => 'failed' as const)
    const said = {
      taken: t('attention.taken'),
      refused: t('attention.refusedAgain'),
      unreachable: t('attention.unreachable'),
      failed: t('attention.failed'),
    }
    showToast({ message: said[outcome] })
  }

  return (
    <Banner tone="rose" title={isOrder ? t('attention.order') : t('attention.document')}>
      <p>{problem(item.reason)}</p>
      <p className={styles.quiet}>{dateTime(item.at)}</p>
      <p className={styles.actions}>
        {isOrder && <ButtonLink href={link(paths.orderTracking(ulidOf(item.id)))}>{t('attention.look')}</ButtonLink>}
        {item.refusedBy === 'gate' && <Button onClick={retry}>{t('attention.retry')}</Button>}
        <Button
          variant="danger"
          onClick={() =>
            void didSave(item.refusedBy === 'gate' ? attention.discard(item.id) : attention.dismiss(item.id))
          }
        >
          {item.refusedBy === 'gate' ? t('attention.discard') : t('attention.dismiss')}
        </Button>
      </p>
    </Banner>
  )
}
