import { useState } from 'react'
import { type BulkRequestView, bulkRequests } from '../../../data/bulk/own-requests.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { Dialog, Sheet } from '../../../ui/overlays/modal.tsx'
import styles from '../bulk-order.module.css'

/** Ends an open request: the buyer says with whom it was agreed, or withdraws it. */
export function EndRequest({ view: { ulid, fact } }: { view: BulkRequestView }) {
  const { t } = useTranslation('bulk-order')
  const [asked, setAsked] = useState<'agree' | 'withdraw'>()
  const close = () => setAsked(undefined)
  const end = async (agreedWith?: string) => {
    close()
    await saveOrToast(bulkRequests.end(ulid, agreedWith))
  }
  const interested = fact?.interested ?? []
  return (
    <div className={styles.actions}>
      {interested.length > 0 && (
        <Button variant="tonal" onClick={() => setAsked('agree')}>
          {t('agree.button')}
        </Button>
      )}
      <Button variant="quiet" className={styles.rose} onClick={() => setAsked('withdraw')}>
        {t('withdraw.button')}
      </Button>
      <Sheet open={asked === 'agree'} onClose={close} title={t('agree.title')}>
        {/* As in an action bar, the second tap of a double tap must not choose anybody. */}
        <div className={styles.choices} data-action-bar="">
          <p className={styles.quiet}>{t('agree.text')}</p>
          {interested.map(({ supplier, name }) => (
            <Button key={supplier} size="large" block onClick={() => end(supplier)}>
              {name}
            </Button>
          ))}
        </div>
      </Sheet>
      <Dialog
        open={asked === 'withdraw'}
        onClose={close}
        title={t('withdraw.title')}
        footer={
          <>
            <Button onClick={close}>{t('withdraw.keep')}</Button>
            <Button variant="danger-filled" onClick={() => end()}>
              {t('withdraw.button')}
            </Button>
          </>
        }
      >
        <p>{t('withdraw.text')}</p>
      </Dialog>
    </div>
  )
}
