import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TAX_PERCENT } from '#model'
import { type CartView, type CartViewLine, cart, cartLines } from '../../data/cart.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePaymentNames } from '../../i18n/terms.ts'
import { link, paths } from '../../paths.ts'
import { didSave } from '../../ui/feedback/did-save.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Failed } from '../../ui/feedback/failed.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Stepper } from '../../ui/forms/stepper.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'
import { useKeptFocus } from '../../ui/layout/kept-focus.ts'
import { ActionBar, Page, Panel } from '../../ui/layout/page.tsx'
import { FlowerTile } from '../../ui/shop/flower-tile.tsx'
import { PriceSummary } from '../../ui/shop/price-summary.tsx'
import styles from './cart.module.css'

export function CartScreen() {
  const lines = useLive(cartLines)
  const keptFocus = useKeptFocus('h1')
  if (lines.status === 'loading') return <Loading />
  if (lines.status === 'failed') return <Failed error={lines.error} />
  return <div {...keptFocus}>{lines.data.lines.length === 0 ? <EmptyCart /> : <FullCart view={lines.data} />}</div>
}

function EmptyCart() {
  const { t } = useTranslation('cart')
  return (
    <Page>
      <EmptyState
        heading="h1"
        picture="/flowers/empty-basket.svg"
        title={t('empty')}
        action={
          <ButtonLink variant="primary" href={link(paths.browse)}>
            {t('browse')}
          </ButtonLink>
        }
      >
        {t('emptyText')}
      </EmptyState>
    </Page>
  )
}

function FullCart({ view }: { view: CartView }) {
  const { t } = useTranslation('cart')
  const { rupees } = useFormat()
  const payments = usePaymentNames()
  const isUnsellable = view.lines.some((line) => !line.flower?.inStock)

  return (
    <Page>
      <div className={styles.head}>
        <h1>{t('title')}</h1>
        <Button variant="quiet" onClick={() => clearCart(view, t('cleared'), t('undo'))}>
          {t('clear')}
        </Button>
      </div>
      <div className={styles.columns}>
        <ul className={styles.lines}>
          {view.lines.map((line) => (
            <Line key={line.flowerId} line={line} />
          ))}
        </ul>
        <section className={styles.summary} aria-label={t('summary')}>
          <Panel>
            <PriceSummary prices={view.prices} taxPercent={TAX_PERCENT} />
          </Panel>
          {isUnsellable && (
            <p className={styles.problem} role="status">
              {t('unsellable')}
            </p>
          )}
          <ActionBar
            lead={
              <>
                <span className={styles.quiet}>{t('total')}</span>
                <b>{rupees(view.prices.totalRupees)}</b>
              </>
            }
          >
            <ButtonLink variant="primary" size="large" href={link(paths.checkout)}>
              {t('checkout')}
            </ButtonLink>
          </ActionBar>
          <p className={styles.continue}>
            <a href={link(paths.browse)}>{t('continue')}</a>
          </p>
          <p className={styles.quiet}>{t('payBy', { methods: Object.values(payments).join(', ') })}</p>
        </section>
      </div>
    </Page>
  )
}

function Line({ line }: { line: CartViewLine }) {
  const { t } = useTranslation('cart')
  const { language, rupees } = useFormat()
  const { flower, flowerId, quantity } = line
  const name = flower?.name[language] ?? t('unknown')
  const item = useRef<HTMLLIElement>(null)
  const setQuantity = (n: number) => void (n < 1 ? remove() : didSave(cart.setQuantity(flowerId, n)))
  const putBack = () => void didSave(cart.add(flowerId, quantity, line.message || undefined))
  const remove = async () => {
    if (!(await didSave(cart.remove(flowerId)))) return
    // The focus must not go with the line.
    const neighbour = item.current?.nextElementSibling ?? item.current?.previousElementSibling
    neighbour?.querySelector('a')?.focus()
    showToast({ message: t('removed', { name }), action: { label: t('undo'), onAction: putBack } })
  }
  return (
    <li ref={item} className={styles.line}>
      <FlowerTile thumb src={`/flowers/${flower?.image ?? 'empty-basket'}.svg`} alt="" />
      <div className={styles.text}>
        <div className={styles.row}>
          <h2 className={styles.name}>
            <a href={link(paths.product(flowerId))}>{name}</a>
          </h2>
          <b>{rupees(line.lineTotalRupees)}</b>
        </div>
        {flower && <p className={styles.quiet}>{flower.floristName[language]}</p>}
        {flower && !flower.inStock && <p className={styles.problem}>{t('outOfStock')}</p>}
        <Message line={line} name={name} />
        <div className={styles.row}>
          <Stepper min={0} label={name} value={quantity} onChange={setQuantity} />
          <Button variant="quiet" onClick={remove} aria-label={t('removeNamed', { name })}>
            {t('remove')}
          </Button>
        </div>
      </div>
    </li>
  )
}

function Message({ line, name }: { line: CartViewLine; name: string }) {
  const { t } = useTranslation('cart')
  const [isOpen, setOpen] = useState(false)
  const keptFocus = useKeptFocus('textarea, button')
  return (
    <div {...keptFocus} className={styles.message}>
      {isOpen ? (
        <MessageForm line={line} onSaved={() => setOpen(false)} />
      ) : (
        <>
          {line.message && <blockquote>{line.message}</blockquote>}
          <Button
            variant="quiet"
            aria-label={t(line.message ? 'message.changeNamed' : 'message.addNamed', { name })}
            onClick={() => setOpen(true)}
          >
            {t(line.message ? 'message.change' : 'message.add')}
          </Button>
        </>
      )}
    </div>
  )
}

function MessageForm({ line, onSaved }: { line: CartViewLine; onSaved: () => void }) {
  const { t } = useTranslation('cart')
  // What is being typed stays, whatever another device writes meanwhile.
  const [text, setText] = useState(line.message)
  const save = async () => {
    if (await didSave(cart.setMessage(line.flowerId, text.trim()))) onSaved()
  }
  return (
    <>
      <Field label={t('message.label')}>
        {(control) => (
          <TextArea {...control} maxLength={500} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <Button variant="tonal" onClick={save}>
        {t('message.save')}
      </Button>
    </>
  )
}

async function clearCart({ lines }: CartView, message: string, undo: string) {
  if (!(await didSave(cart.clear()))) return
  const putBack = async () => {
    for (const line of lines) await cart.add(line.flowerId, line.quantity, line.message || undefined)
  }
  showToast({ message, action: { label: undo, onAction: () => void didSave(putBack()) } })
}
