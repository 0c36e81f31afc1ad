import { bareFlowerId, type Intent, type IntentKind, ulidOf } from '#model'
import { SaveUnsent } from '../../blocks/sync/save-unsent.tsx'
import { useStorageWarningTexts } from '../../blocks/sync/storage-warning-texts.ts'
import { type AttentionItem, attention, needsAttention } from '../../data/attention.ts'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import { exportUnsent } from '../../data/export-unsent.ts'
import { orderNumber } from '../../data/orders/order-number.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import { type SyncStatus, useInitialSync, useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useRefusal } from '../../i18n/refusal.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { dashboardOf, link, loginFor, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { LongList } from '../../ui/layout/long-list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { InitialSyncBanner } from '../../ui/states/initial-sync-banner.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import styles from './attention.module.css'

/** Shows what was refused, why, and what the person can do. */
export function AttentionScreen() {
  const { t } = useTranslation('people')
  const items = useLive(needsAttention)
  const { storage, state, unsent } = useSyncStatus()
  const isWaitingForLogin = state === 'signed-out' && unsent > 0
  const arrival = useInitialSync()
  const keptFocus = useFocusRestore('h1')
  if (items.status === 'loading') return <Loading />
  if (items.status === 'failed') return <Failed error={items.error} />
  const isAllRight = !storage && !arrival && !isWaitingForLogin && items.data.length === 0
  return (
    <Page width="narrow">
      <div {...keptFocus} className={styles.screen}>
        {!isAllRight && <h1>{t('attention.title')}</h1>}
        {storage && <StorageTrouble storage={storage} />}
        <InitialSyncBanner title={t('attention.arriving')} arrival={arrival} />
        {isWaitingForLogin && (
          <Banner tone="marigold" title={t('attention.signedOut', { count: unsent })}>
            <p>{t('attention.signedOutText')}</p>
            <p className={styles.actions}>
              <ButtonLink variant="primary" href={loginFor(paths.attention)}>
                {t('attention.login')}
              </ButtonLink>
            </p>
          </Banner>
        )}
        {isAllRight && (
          <EmptyState heading="h1" picture="/flowers/white-lilies.svg" title={t('attention.none')}>
            {t('attention.noneText')}
          </EmptyState>
        )}
        {items.data.length > 0 && (
          <div>
            <LongList items={items.data} isWhole className={styles.items}>
              {(item) => (
                <li key={item.id}>
                  <Item item={item} />
                </li>
              )}
            </LongList>
          </div>
        )}
        <SaveUnsent />
      </div>
    </Page>
  )
}

/** Shows why this phone cannot store more, and what helps. */
function StorageTrouble({ storage }: { storage: NonNullable<SyncStatus['storage']> }) {
  const { t } = useTranslation('people')
  const words = useStorageWarningTexts(storage)
  const tryAgain = async () =>
    showToast({ message: (await exportUnsent.canStore()) ? t('attention.storesAgain') : t('attention.stillNot') })
  return (
    <Banner tone={storage === 'low' ? 'marigold' : 'rose'} title={words?.title}>
      <p>{words?.text}</p>
      {storage !== 'low' && (
        <p className={styles.actions}>
          <Button onClick={tryAgain}>{t('attention.retry')}</Button>
        </p>
      )}
    </Banner>
  )
}

/** The order that an intent is about. */
function orderOf(intent: Intent): string | undefined {
  if (intent.kind === 'place-order') return ulidOf(intent._id)
  return 'order' in intent.payload ? intent.payload.order : undefined
}

/** Names the order, because several cards may show the same text for different orders. */
function WhichOrder({ ulid, intent }: { ulid: string; intent: Intent }) {
  const { t } = useTranslation('people')
  const { language } = useFormat()
  const number = useLive(orderNumber(ulid))
  const flowers = useLive(allFlowers)
  if (number.status === 'ready' && number.data) return <p>{t('attention.number', { number: number.data })}</p>
  if (intent.kind !== 'place-order' || flowers.status !== 'ready') return null
  const names = new Map(flowers.data.flowers.map(({ _id, name }) => [bareFlowerId(_id), name[language]]))
  return (
    <p>
      {intent.payload.lines.map(({ flower, quantity }) => `${quantity} × ${names.get(flower) ?? flower}`).join(', ')}
    </p>
  )
}

/** What a partner or a supplier asks about their work, which the dashboard shows. */
const WORK: readonly IntentKind[] = [
  ...(['accept-delivery', 'advance-delivery', 'release-delivery'] as const),
  ...(['set-availability', 'request-payout', 'show-interest', 'withdraw-interest'] as const),
]
/** What a buyer asks about flowers in bulk. */
const BULK: readonly IntentKind[] = ['request-bulk', 'withdraw-bulk']

function Item({ item }: { item: AttentionItem }) {
  const { t } = useTranslation('people')
  const { dateTime } = useFormat()
  const refusal = useRefusal()
  const { account } = useSession()
  const dashboard = account && dashboardOf(account.role)
  const { intent } = item
  const order = intent && orderOf(intent)
  // An app that is not updated yet does not know a newer intent from another device.
  const title = intent ? t([`attention.asked.${intent.kind}`, 'attention.document']) : t('attention.document')

  const isWork = intent !== undefined && WORK.includes(intent.kind)
  const ofWork = dashboard && { path: dashboard, label: t('application.dashboard') }
  const ofOrder = order && { path: paths.orderTracking(order), label: t('attention.look') }
  const ofBulk = intent && BULK.includes(intent.kind) && { path: paths.bulkOrder, label: t('attention.lookBulk') }
  const ofChat = intent?.kind === 'send-message' && {
    path: paths.conversation(intent.payload.conversation),
    label: t('attention.lookChat'),
  }
  const look = isWork ? ofWork : ofBulk || ofChat || ofOrder

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
    <Banner tone="rose" title={title}>
      <p>{refusal(intent?.kind, item.reason)}</p>
      {intent && order && <WhichOrder ulid={order} intent={intent} />}
      <p className={styles.quiet}>{dateTime(item.at)}</p>
      <p className={styles.actions}>
        {look && <ButtonLink href={link(look.path)}>{look.label}</ButtonLink>}
        {item.refusedBy === 'gate' && <Button onClick={retry}>{t('attention.retry')}</Button>}
        <Button variant="danger" onClick={() => void saveOrToast(attention.putAway(item.id))}>
          {item.refusedBy === 'gate' ? t('attention.discard') : t('attention.dismiss')}
        </Button>
      </p>
    </Banner>
  )
}
