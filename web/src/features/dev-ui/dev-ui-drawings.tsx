import { useFormat } from '../../i18n/format.ts'
import { HindiMark } from '../../ui/brand/hindi-mark.tsx'
import { Logo } from '../../ui/brand/logo.tsx'
import { BasketIcon, ShopIcon } from '../../ui/brand/mogra-icons.tsx'
import { OrnamentStrip } from '../../ui/brand/ornament-strip.tsx'
import { Drawing } from '../../ui/flowers/drawing.tsx'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './dev-ui.module.css'

const KINDS = ['roses', 'lilies', 'tulips', 'orchids', 'sunflowers', 'carnations', 'gerberas', 'mixed-bouquets']
const STATES = ['no-orders', 'no-favourites', 'nothing-found', 'offline', 'not-found']

export function DevUiDrawings() {
  const { language } = useFormat()
  const missing = language === 'hi' ? 'यह चित्र नहीं मिला' : 'A drawing that is missing'
  return (
    <section>
      <h2>{language === 'hi' ? 'चित्र' : 'Drawings'}</h2>
      <div className={styles.row}>
        <Logo />
        <Logo markOnly />
        <HindiMark />
        <ShopIcon aria-hidden="true" />
        <BasketIcon aria-hidden="true" />
        <VisuallyHidden>{language === 'hi' ? 'सिर्फ़ सुनने वालों के लिए' : 'Only for those who listen'}</VisuallyHidden>
      </div>
      <OrnamentStrip />
      <OrnamentStrip tone="quiet" />
      <div className={styles.drawings}>
        {KINDS.map((kind) => (
          <FlowerTile key={kind} src={`/flowers/categories/${kind}.svg`} alt="" />
        ))}
        {STATES.map((state) => (
          <Drawing key={state} src={`/flowers/states/${state}.svg`} alt="" width="120" height="120" />
        ))}
        <FlowerTile src="/lost.svg" alt={missing} tone="rose" />
      </div>
    </section>
  )
}
