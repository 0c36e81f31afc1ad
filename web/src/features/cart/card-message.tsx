import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { countLetters, MOST_LETTERS, tidyText } from '#model'
import { MessageCard } from '../../blocks/orders/message-card.tsx'
import { MessageTextArea } from '../../blocks/orders/message-text-area.tsx'
import { type CartViewLine, cart } from '../../data/orders/cart.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import styles from './cart.module.css'

export function CardMessage({ line, name }: { line: CartViewLine; name: string }) {
  const { t } = useTranslation('orders')
  const [isOpen, setOpen] = useState(false)
  const keptFocus = useFocusRestore('textarea, button')
  return (
    <div {...keptFocus} className={styles.message}>
      {isOpen ? (
        <MessageForm line={line} onSaved={() => setOpen(false)} />
      ) : (
        <>
          {line.message && <MessageCard isShort text={line.message} />}
          <Button
            variant="quiet"
            aria-label={t(line.message ? 'cart.message.changeNamed' : 'cart.message.addNamed', { name })}
            onClick={() => setOpen(true)}
          >
            {t(line.message ? 'cart.message.change' : 'cart.message.add')}
          </Button>
        </>
      )}
    </div>
  )
}

function MessageForm({ line, onSaved }: { line: CartViewLine; onSaved: () => void }) {
  const { t } = useTranslation('orders')
  // The typed text stays, even if another device changes the message meanwhile.
  const [text, setText] = useState(line.message)
  const save = useKeptMessage(line, tidyText(text))
  return (
    <>
      <Field
        label={t('cart.message.label')}
        hint={t('cart.message.left', { count: MOST_LETTERS.message - countLetters(text) })}
      >
        {(control) => <MessageTextArea {...control} value={text} onText={setText} onBlur={save} />}
      </Field>
      <MessageCard label={t('cart.message.preview')} text={tidyText(text) || t('cart.message.empty')} />
      <Button variant="tonal" onClick={async () => (await save()) && onSaved()}>
        {t('cart.message.save')}
      </Button>
    </>
  )
}

/** Saves the typed text, also if the person leaves without pressing the button, so that nothing typed is lost. */
function useKeptMessage({ flowerId, message }: CartViewLine, text: string) {
  const [write] = useState(() => cart.messageWriter(flowerId))
  const last = useRef<{ text: string; isSaved: Promise<boolean> } | undefined>({
    text: message,
    isSaved: Promise.resolve(true),
  })
  // Pressing the button blurs the field first: it waits for the save that the blur began.
  const save = (): Promise<boolean> => {
    if (text === last.current?.text) return last.current.isSaved
    const writing = { text, isSaved: saveOrToast(write(text)) }
    last.current = writing
    void writing.isSaved.then((isSaved) => {
      if (!isSaved && last.current === writing) last.current = undefined
    })
    return writing.isSaved
  }
  const leave = useEffectEvent(() => void save())
  useEffect(() => {
    const onLeave = () => leave()
    addEventListener('pagehide', onLeave)
    return () => {
      removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [])
  return save
}
