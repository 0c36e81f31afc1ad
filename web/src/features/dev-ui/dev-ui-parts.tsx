import { Check, Heart, House, Package, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Price } from '../../blocks/catalogue/price.tsx'
import { Rating } from '../../blocks/catalogue/rating.tsx'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Stepper } from '../../ui/buttons/stepper.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FlowerGrid } from '../../ui/flowers/flower-grid.tsx'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'
import { FramedDrawing } from '../../ui/flowers/framed-drawing.tsx'
import { Accordion, AccordionItem } from '../../ui/layout/accordion.tsx'
import { LongList } from '../../ui/layout/long-list.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { ThumbBar } from '../../ui/layout/thumb-bar.tsx'
import { Dropdown } from '../../ui/overlays/dropdown.tsx'
import { Dialog, Sheet } from '../../ui/overlays/modal.tsx'
import { showToast } from '../../ui/overlays/toasts.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { SkeletonGrid } from '../../ui/states/skeleton.tsx'
import styles from './dev-ui.module.css'

const SAMPLES = {
  en: {
    order: 'Order Now',
    add: 'Add to cart',
    clear: 'Clear all',
    remove: 'Remove',
    buy: 'Buy now',
    processing: 'Processing…',
    added: 'Added to cart',
    undo: 'Undo',
    off: '25% off',
    stock: 'In stock',
    out: 'Out of stock',
    rose: 'Red Roses Bouquet',
    florist: 'Gulab Bagh Florist',
    emptyTitle: 'Your cart is empty',
    empty: 'Bouquets that you add wait here, also without a network.',
    browse: 'Browse flowers',
    all: 'All',
    delivered: 'Delivered',
    cancelled: 'Cancelled',
  },
  hi: {
    order: 'अभी ऑर्डर करें',
    add: 'कार्ट में डालें',
    clear: 'सब हटाएँ',
    remove: 'हटाएँ',
    buy: 'अभी ख़रीदें',
    processing: 'हो रहा है…',
    added: 'कार्ट में डाल दिया',
    undo: 'वापस लें',
    off: '25% छूट',
    stock: 'उपलब्ध',
    out: 'अभी नहीं है',
    rose: 'लाल गुलाब का गुलदस्ता',
    florist: 'गुलाब बाग़ फ़्लोरिस्ट',
    emptyTitle: 'आपका कार्ट ख़ाली है',
    empty: 'जो गुलदस्ते आप डालेंगे, वे यहीं रहेंगे, बिना नेटवर्क के भी।',
    browse: 'फूल देखें',
    all: 'सभी',
    delivered: 'पहुँच गए',
    cancelled: 'रद्द',
  },
} as const

const CATEGORY_COLOURS = ['rose', 'sand', 'leaf'] as const
const FLOWERS = [
  'red-roses',
  'mixed-bouquet',
  'sunflowers',
  'tulips',
  'white-lilies',
  'gerberas',
  'orchids',
  'carnations',
]

export function DevUiParts() {
  const { language } = useFormat()
  const words = SAMPLES[language]
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isLiked, setLiked] = useState(true)
  const [quantity, setQuantity] = useState(1)
  const [tab, setTab] = useState<'all' | 'delivered' | 'cancelled'>('all')

  return (
    <>
      <section>
        <h2>Buttons</h2>
        <div className={styles.row}>
          <Button variant="primary">{words.order}</Button>
          <Button>{words.add}</Button>
          <Button variant="tonal">{words.add}</Button>
          <Button variant="quiet">{words.clear}</Button>
          <Button variant="danger">{words.remove}</Button>
          <Button variant="danger-filled">{words.remove}</Button>
        </div>
        <div className={styles.row}>
          <Button variant="primary" size="large" busy busyLabel={words.processing}>
            <span>{words.order}</span>
          </Button>
          <Button variant="primary" disabled>
            {words.out}
          </Button>
          <Button disabled>{words.out}</Button>
          <Button variant="primary">
            <Check aria-hidden="true" />
            <span>{words.order}</span>
          </Button>
          <IconButton icon={Share2} label="Share" />
          <IconButton icon={Heart} label="Favourite" tone="rose" pressed={isLiked} onClick={() => setLiked(!isLiked)} />
        </div>
        <div className={styles.row}>
          <Badge tone="marigold">{words.off}</Badge>
          <Badge tone="marigold-soft">{words.out}</Badge>
          <Badge tone="leaf" icon={Check}>
            {words.stock}
          </Badge>
          <Badge tone="rose">{words.cancelled}</Badge>
          <Badge>{words.florist}</Badge>
          <Stepper label={words.rose} value={quantity} min={0} onChange={setQuantity} />
          <Price rupees={899} original={1199} />
          <Price rupees={1234567} size="large" />
          <Rating value={4.8} count={128} words />
        </div>
        <div className={styles.row}>
          <Button onClick={() => setDialogOpen(true)}>Dialog</Button>
          <Button onClick={() => setSheetOpen(true)}>Sheet</Button>
          <Button
            onClick={() =>
              showToast({ message: words.added, action: { label: words.undo, onAction: () => undefined } })
            }
          >
            Toast
          </Button>
          <Dropdown button="Dropdown" className={styles.dropdownButton}>
            {(close) => (
              <Button variant="quiet" block onClick={close}>
                {words.browse}
              </Button>
            )}
          </Dropdown>
        </div>
        <Tabs
          label="Orders"
          tabs={[
            { value: 'all', label: words.all, count: 6 },
            { value: 'delivered', label: words.delivered },
            { value: 'cancelled', label: words.cancelled },
          ]}
          current={tab}
          onChange={setTab}
        />
        <div className={styles.thumb}>
          <ThumbBar
            label={words.delivered}
            items={[
              { href: '#/dev/ui', label: words.all, icon: House, isCurrent: true },
              { href: '#/order-history', label: words.delivered, icon: Package, count: { shown: 6, text: '6' } },
            ]}
          />
        </div>
        <Accordion label={words.all}>
          <AccordionItem head={words.delivered}>{words.cancelled}</AccordionItem>
        </Accordion>
      </section>
      <section className={styles.two}>
        <div className={styles.hero}>
          <FramedDrawing src="/flowers/hero.svg" alt="" sun buti />
        </div>
        <div className={styles.product}>
          <FramedDrawing
            src="/flowers/red-roses.svg"
            alt={words.rose}
            tone="rose"
            overlay={<IconButton icon={Heart} label="Favourite" tone="rose" ground pressed />}
          />
        </div>
      </section>
      <section>
        <FlowerGrid>
          {FLOWERS.map((flower, index) => (
            <li key={flower} className={styles.card}>
              <FlowerTile
                src={`/flowers/${flower}.svg`}
                alt=""
                tone={CATEGORY_COLOURS[index % 3] ?? 'sand'}
                badge={index % 2 && index !== 7 ? undefined : words.off}
                state={index === 7 && words.out}
                faded={index === 7}
                overlay={<IconButton icon={Heart} label="Favourite" tone="rose" pressed={index === 1} />}
              />
              <h3>{words.rose}</h3>
              <Rating value={4.8} count={128} />
              <Price rupees={899} original={1199} />
              <Button variant="tonal" block disabled={index === 7}>
                {index === 7 ? words.out : words.add}
              </Button>
            </li>
          ))}
        </FlowerGrid>
        <SkeletonGrid count={3} />
        <LongList items={[words.all, words.delivered, words.cancelled]} isWhole>
          {(item) => <li key={item}>{item}</li>}
        </LongList>
        <Accordion label={words.all}>
          <AccordionItem head={words.emptyTitle}>
            <p>{words.empty}</p>
          </AccordionItem>
          <AccordionItem head={words.rose}>
            <p>{words.florist}</p>
          </AccordionItem>
        </Accordion>
      </section>
      <Panel>
        <EmptyState
          picture="/flowers/empty-basket.svg"
          title={words.emptyTitle}
          action={<Button variant="primary">{words.browse}</Button>}
        >
          <p>{words.empty}</p>
        </EmptyState>
      </Panel>
      <Dialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title={words.remove}
        footer={
          <>
            <Button variant="quiet" onClick={() => setDialogOpen(false)}>
              {words.undo}
            </Button>
            <Button variant="danger-filled" onClick={() => setDialogOpen(false)}>
              {words.remove}
            </Button>
          </>
        }
      >
        <p>{words.empty}</p>
      </Dialog>
      <Sheet
        open={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        title={words.browse}
        footer={
          <>
            <Button variant="quiet">{words.clear}</Button>
            <Button variant="primary" onClick={() => setSheetOpen(false)}>
              <span>{words.order}</span>
            </Button>
          </>
        }
      >
        <p>{words.empty}</p>
      </Sheet>
    </>
  )
}
