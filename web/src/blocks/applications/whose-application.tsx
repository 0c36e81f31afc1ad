import { useState } from 'react'
import { confirmApplication, useUnconfirmedApplication } from '../../data/applications/unconfirmed-application.ts'
import { useSession } from '../../data/use-session.ts'
import '../../i18n/applications-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useMessage } from '../../i18n/use-message.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Dialog } from '../../ui/overlays/modal.tsx'

/** Asks the owner of an e-mail address whether they made the application that somebody sent with it. */
export function WhoseApplication() {
  const { t } = useTranslation('applications')
  const { when } = useFormat()
  const problem = useProblem()
  const { account } = useSession()
  const asked = useUnconfirmedApplication()
  const [isLater, setLater] = useState(false)
  const [busy, setBusy] = useState<'mine' | 'notMine'>()
  const [error, setError] = useMessage({ problem })

  const answer = async (application: string, isMine: boolean) => {
    if (busy) return
    setError()
    setBusy(isMine ? 'mine' : 'notMine')
    const said = await confirmApplication(application, isMine)
    setBusy(undefined)
    if (!said.ok) setError(({ problem }) => problem(said.error))
  }
  const kinds = t('whose.text', { returnObjects: true, email: account?.email ?? '', time: asked ? when(asked.at) : '' })
  return (
    <Dialog
      open={asked !== undefined && !isLater}
      onClose={() => setLater(true)}
      title={t('whose.title')}
      footer={
        asked && (
          <>
            <Button variant="danger" busy={busy === 'notMine'} onClick={() => void answer(asked.application, false)}>
              {t('whose.no')}
            </Button>
            <Button variant="primary" busy={busy === 'mine'} onClick={() => void answer(asked.application, true)}>
              {t('whose.yes')}
            </Button>
          </>
        )
      }
    >
      {asked && <p>{kinds[asked.type]}</p>}
      <p>{t('whose.consequence')}</p>
      <LiveRegion role="alert">{error && <Banner tone="rose">{error}</Banner>}</LiveRegion>
    </Dialog>
  )
}
