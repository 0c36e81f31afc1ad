import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { isDemo } from '../../data/service-health.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import styles from './dev-ui.module.css'
import { DevUiDrawings } from './dev-ui-drawings.tsx'
import { DevUiFields } from './dev-ui-fields.tsx'
import { DevUiParts } from './dev-ui-parts.tsx'
import { DevUiShop } from './dev-ui-shop.tsx'
import { DevUiSync } from './dev-ui-sync.tsx'

const THEMES = ['system', 'light', 'dark'] as const

/** The parts exist in a demo alone; whether this is one, the service says. */
export function DevUiScreen() {
  const [isShown, setShown] = useState<boolean>()
  useEffect(() => {
    isDemo().then(setShown, () => setShown(false))
  }, [])
  if (isShown === undefined) return <Loading />
  // An address without a screen.
  return isShown ? <AllParts /> : <Navigate replace to="/dev" />
}

/** Shows every component at once, for developers and designers. No page links here; its texts are samples. */
function AllParts() {
  const { language } = useFormat()
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('system')
  const choose = (next: (typeof THEMES)[number]) => {
    setTheme(next)
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
  }
  return (
    <Page>
      <div className={styles.stack}>
        <h1>{language === 'hi' ? 'सारे हिस्से' : 'Parts'}</h1>
        <div className={styles.row}>
          {THEMES.map((name) => (
            <Button key={name} variant={name === theme ? 'tonal' : 'quiet'} onClick={() => choose(name)}>
              {name}
            </Button>
          ))}
        </div>
        <DevUiParts />
        <DevUiSync />
        <DevUiFields />
        <DevUiShop />
        <DevUiDrawings />
      </div>
    </Page>
  )
}
